import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import type { InputContext, JournalInput } from "../../../engine/transition/input.ts";
import type { ApplicationState } from "../../../engine/transition/state.ts";
import {
  dueTimer,
  nextDue,
  timerHolds,
  timersAfter,
  withoutVisitor,
  type RunningTimer,
} from "../../../engine/transition/timers.ts";
import { timersSources } from "../../timers-flow.ts";

const compiled = compileFlow(await timersSources(), "library-card", ["LOCAL"]);
if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems, null, 1));
const [variant] = compiled.flow.variants;
if (variant === undefined) throw new Error("the flow has no variant");
const flow = compiled.flow.variant(variant);

const contextAt = (now: string): InputContext => ({
  now,
  variant,
  locale: "en-US",
  signedIn: false,
  uuids: [],
});
const BEGUN = "2026-03-01T10:00:00.000Z";
const READER = { name: "Ada Noor", born: "1980-06-01", lives: "here" };
const ADULT: ApplicationState = { application: { id: "urn:card:1" }, reader: READER };
const CHILD: ApplicationState = { ...ADULT, reader: { ...READER, born: "2018-03-01" } };
const CONFIRMED: ApplicationState = {
  application: { id: "urn:card:1", confirmed: true },
  reader: READER,
};

const act = (now: string): JournalInput => ({
  kind: "act",
  path: "/library-card/urn:card:1/reader",
  action: "submit",
  data: {},
  query: {},
  context: contextAt(now),
});
const firing = (timer: string, now: string): JournalInput => ({
  kind: "timer",
  timer,
  context: contextAt(now),
});
const after = (
  running: readonly RunningTimer[],
  state: ApplicationState,
  now: string,
  input?: JournalInput,
) => timersAfter(flow, running, { input, state, context: contextAt(now) });

describe("timersAfter()", () => {
  const reminded = after([], ADULT, BEGUN, act(BEGUN));

  it("starts the timers whose condition and screen hold", () => {
    expect(reminded).toEqual([
      { id: "remind", since: BEGUN, due: "2026-03-08T10:00:00.000Z", fired: 0 },
    ]);
    expect(after([], CHILD, BEGUN, act(BEGUN)).map(({ id, due }) => [id, due])).toEqual([
      ["remind", "2026-03-08T10:00:00.000Z"],
      ["close", "2026-03-31T10:00:00.000Z"],
    ]);
  });

  it("ends the timers whose condition no longer holds", () => {
    expect(after(reminded, CONFIRMED, BEGUN).map(({ id }) => id)).toEqual(["nightly"]);
  });

  it("begins anew, since a change, after a step of the person and of no one else", () => {
    const later = "2026-03-03T10:00:00.000Z";
    expect(after(reminded, ADULT, later, act(later))).toMatchObject([
      { since: later, due: "2026-03-10T10:00:00.000Z" },
    ]);
    expect(after(reminded, ADULT, later)).toEqual(reminded);
    const moved: JournalInput = { kind: "open", path: "", query: {}, context: contextAt(later) };
    expect(after(reminded, ADULT, later, moved)).toEqual(reminded);
  });

  it("counts a firing, waits for the next time, and stops after the last", () => {
    const first = "2026-03-08T10:00:05.000Z";
    const once = after(reminded, ADULT, first, firing("remind", first));
    expect(once).toEqual([
      { id: "remind", since: BEGUN, due: "2026-03-15T10:00:00.000Z", fired: 1 },
    ]);
    const second = "2026-03-15T10:00:05.000Z";
    expect(after(once, ADULT, second, firing("remind", second))).toEqual([
      { id: "remind", since: BEGUN, fired: 2 },
    ]);
  });

  it("skips the times that passed unfired", () => {
    const late = "2026-03-30T00:00:00.000Z";
    expect(after(reminded, ADULT, late, firing("remind", late))).toMatchObject([
      { due: "2026-04-05T10:00:00.000Z" },
    ]);
  });

  it("counts a firing for the timer that fired only", () => {
    const running = after([], CHILD, BEGUN, act(BEGUN));
    const at = "2026-03-08T10:00:05.000Z";
    expect(
      after(running, CHILD, at, firing("remind", at)).map(({ id, fired }) => [id, fired]),
    ).toEqual([
      ["remind", 1],
      ["close", 0],
    ]);
  });

  it("sets a time of day in the timer's own zone, through the change of clocks", () => {
    const [winter] = after([], CONFIRMED, "2026-03-07T12:00:00.000Z");
    expect(winter?.due).toBe("2026-03-08T07:00:00.000Z");
    const [summer] = after([], CONFIRMED, "2026-03-09T12:00:00.000Z");
    expect(summer?.due).toBe("2026-03-10T06:00:00.000Z");
  });
});

describe("dueTimer()", () => {
  const timer = (id: string, due?: string): RunningTimer => ({
    id,
    since: BEGUN,
    fired: 0,
    ...(due === undefined ? {} : { due }),
  });
  const [early, late] = ["2026-03-02T00:00:00.000Z", "2026-03-04T00:00:00.000Z"];

  it("takes the earliest of those due, and of two at one instant the first", () => {
    const running = [timer("a", late), timer("b", early), timer("c", early), timer("d")];
    expect(dueTimer(running, "2026-03-05T00:00:00.000Z")?.id).toBe("b");
    expect(dueTimer(running, early)?.id).toBe("b");
  });

  it("takes none before its time, and none that has fired for the last time", () => {
    expect(dueTimer([timer("a", late), timer("d")], early)).toBeUndefined();
  });

  it("nextDue() is the earliest time, or none", () => {
    expect(nextDue([timer("a", late), timer("b", early), timer("d")])).toBe(early);
    expect(nextDue([timer("d")])).toBeUndefined();
  });
});

describe("timerHolds()", () => {
  it.each([
    ["close", CHILD, true],
    ["close", ADULT, false],
    ["remind", CONFIRMED, false],
    ["nightly", CONFIRMED, true],
    ["gone", ADULT, false],
  ])("timer %s", (id, state, holds) => {
    expect(timerHolds(flow, id, state, contextAt(BEGUN))).toBe(holds);
  });
});

describe("withoutVisitor()", () => {
  it("has no visitor, and the variant's own language", () => {
    const visitor = { id: "kim", email: "kim@cedar.dev" };
    const context = { ...contextAt(BEGUN), locale: "fr-CA", signedIn: true, visitor };
    expect(withoutVisitor(flow, context)).toEqual({ ...contextAt(BEGUN), locale: flow.locales[0] });
  });
});

it("timersAfter() keeps the first time of a repeated timer, however many steps come before it", async () => {
  const result = compileFlow(
    await timersSources(`
  look:
    description: The register is asked every six hours
    not: { application.confirmed: true }
    every: 6 hours
    then: [{ id: looked, stay: true }]
`),
    "library-card",
    ["LOCAL"],
  );
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const looking = result.flow.variant(variant);
  const afterStep = (now: string, running: readonly RunningTimer[]) =>
    timersAfter(looking, running, { input: undefined, state: ADULT, context: contextAt(now) });
  const begun = afterStep(BEGUN, []);
  expect(begun).toMatchObject([{ id: "look", due: "2026-03-01T16:00:00.000Z", fired: 0 }]);
  const later = afterStep("2026-03-01T10:30:00.000Z", begun);
  expect(afterStep("2026-03-01T11:00:00.000Z", later)).toEqual(begun);
});

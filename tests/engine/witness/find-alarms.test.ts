import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import type { Sources } from "../../../engine/language/sources.ts";
import { runFixture } from "../../../engine/fixtures/run-fixture.ts";
import { findAlarms } from "../../../engine/witness/find-alarms.ts";
import { readSources } from "../../../server/definitions/read-sources.ts";
import { editableSources, HOUSEHOLD, PROJECT, shippedSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const STEPS = 20_000;
const shipped = await editableSources;
const RESUME = "flows/library-card/transitions/resume.yaml";

function flowOf(sources: Sources, id = "library-card"): CompiledFlow {
  const result = compileFlow(sources, id, ["LOCAL"], { checks: "compiled" });
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("\n"));
  return result.flow;
}

function changed(path: string, from: string, to: string): CompiledFlow {
  return flowOf(new Map([...shipped, [path, mustReplace(shipped.get(path) ?? "", from, to)]]));
}

const withoutConsentRow = changed(
  RESUME,
  "  - { id: consent-missing, when: { '!': { guard: consentGiven } }, to: consent }\n",
  "",
);

const SHIPPED: readonly (readonly [string, CompiledFlow])[] = [
  ["library-card", flowOf(await shippedSources)],
  ["household", flowOf(await readSources(HOUSEHOLD, PROJECT), "household")],
];

describe("findAlarms()", () => {
  it.each(SHIPPED)(
    "finds nothing in %s as it stands, and leaves no screen undecided",
    (_, flow) => {
      const { alarms, undecided } = findAlarms(flow, STEPS);
      expect(alarms.map(({ message }) => message)).toEqual([]);
      expect(undecided.filter(({ why }) => why.startsWith("no journey"))).toEqual([]);
    },
  );

  it("shows the journey of a child for whom resumption has no row", () => {
    const { alarms } = findAlarms(withoutConsentRow, STEPS);
    expect(alarms.map(({ message }) => message)).toEqual([
      'The row "to-confirm" of the table "resume" leads to the screen "confirm", whose allow says no',
      'No generated answer leads from the screen "lost" to an end of the flow in this state',
    ]);
    const [first] = alarms;
    // From the flow's beginning, though a fixture with a made-up state shows the fault as well.
    expect(first?.fixture.given.state).toBeUndefined();
    const screens = first?.fixture.steps.map(({ see }) => see?.screen);
    expect(screens?.slice(-3)).toEqual(["start", "reader", "lost"]);
  });

  it("gives journeys that replay", () => {
    const { alarms } = findAlarms(withoutConsentRow, STEPS);
    const differences = alarms.flatMap(
      ({ fixture }) => runFixture(withoutConsentRow, fixture).differences,
    );
    expect(alarms.length).toBeGreaterThan(0);
    expect(differences).toEqual([]);
  });

  it("reports an unreachable end where the last page leads back to the first", () => {
    const flow = changed(
      "flows/library-card/screens/confirm.yaml",
      "set: { application.confirmed: true }, to: done",
      "to: reader",
    );
    expect(findAlarms(flow, STEPS).alarms.map(({ message }) => message)).toContain(
      'No generated answer leads from the screen "start" to an end of the flow in this state',
    );
  });

  it("names the screens that it decides nothing of within its bound", () => {
    const flow = flowOf(shipped);
    expect(findAlarms({ ...flow, fixtures: [] }, 3).undecided).toContainEqual({
      screen: "done",
      why: "no journey shows it; the search reached its bound",
    });
    expect(findAlarms(flow, 3).undecided).toContainEqual({
      screen: "done",
      why: "its steps were not all tried; the search reached its bound",
    });
  });
});

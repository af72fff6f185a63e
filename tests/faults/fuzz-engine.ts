import fc from "fast-check";
import { decide } from "../../engine/transition/decide.ts";
import type { Decision } from "../../engine/transition/answer.ts";
import type { CallRequest, CallResult, Input } from "../../engine/transition/input.ts";
import type { ApplicationState } from "../../engine/transition/state.ts";
import { applyEvents } from "../../engine/transition/apply-events.ts";
import type { CompiledVariant } from "../../engine/compile/compiled-variant.ts";
import type { CompiledScreen } from "../../engine/compile/compiled-screen.ts";
import type { FieldSchema } from "../../engine/language/form.ts";
import type { Json, JsonObject } from "../../engine/language/json.ts";
import { renderScreen } from "../../engine/render/render-screen.ts";
import type { ScreenView } from "../../engine/render/view.ts";
import { variantOf } from "../../engine/fixtures/run-fixture.ts";
import { resolveScreen } from "../../engine/transition/resolve-screen.ts";
import { shownScreensOf, type ShownScreen } from "../browser/sweep/shown-screens.ts";
import { shippedLibrary } from "../definitions.ts";
import { holdToScreenView } from "../screen-view.ts";
import type { FieldProblem } from "../../engine/validate/field-problem.ts";

/*
 * Made-up answers to every form and table, through the pure engine alone: `npx tsx
 * tests/faults/fuzz-engine.ts [INPUTS]`. From every moment of every fixture, any action with any
 * data, and whatever a service may answer to the calls it leads to. The engine throws nothing,
 * takes its time from nowhere, folds its own events to the state it says, finds a page for whatever
 * comes out, of the declared schema, and has words for every mistake. Exit 1 when not.
 */

const INPUTS = Number(process.argv[2] ?? 20_000);
/** Calls that are answered in a row; after that the applicant goes on. */
const CALLS = 6;
const SLOW_MS = 2000;

const library = await shippedLibrary();
const shownScreens = [...library.flows.values()].flatMap((flow) => shownScreensOf(flow));
const wrong = new Map<string, number>();
const kinds = new Map<string, number>();
const screens = new Set<string>();
const rows = new Set<string>();
let inputs = 0;
let views = 0;
let slowest = 0;

const oddText = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "😀",
    "‮x",
    "<b>x</b>",
    "{{x}}",
    "{x}",
    "__proto__",
    "constructor",
    "null",
    "-1",
    "1e999",
    "9".repeat(400),
    "a".repeat(5000),
    "02/30/2001",
    "00000000000",
  ),
  fc.string({ maxLength: 40, unit: "binary" }),
);
const oddValue: fc.Arbitrary<Json> = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
);
const status = fc.constantFrom(
  200,
  200,
  200,
  201,
  204,
  302,
  400,
  401,
  403,
  404,
  409,
  412,
  417,
  422,
  429,
  500,
  503,
);

/** Right for its kind as often as not, so that what comes after the form is met as well. */
function valueOf(field: FieldSchema, known: Json | undefined): fc.Arbitrary<Json | undefined> {
  const likely = [
    known,
    field["x-initial"] as Json | undefined,
    ...(field.enum ?? []),
    field.const as Json | undefined,
    ...((field as { readonly examples?: readonly Json[] }).examples ?? []),
  ];
  const right = likely.filter((each): each is Json => each !== undefined && each !== null);
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant(undefined) },
    { weight: 2, arbitrary: oddValue },
    ...(right.length === 0 ? [] : [{ weight: 9, arbitrary: fc.constantFrom(...right) }]),
  );
}

function dataOf(
  flow: CompiledVariant,
  screen: CompiledScreen,
  given: JsonObject,
): fc.Arbitrary<JsonObject> {
  const form =
    screen.definition.form === undefined ? undefined : flow.forms.get(screen.definition.form);
  const fields = Object.entries(form?.compiled.fields ?? {});
  const made = fc.record(
    Object.fromEntries(fields.map(([name, field]) => [name, valueOf(field, given[name])])),
  );
  const extra = fc.dictionary(oddText, oddValue, { maxKeys: 1 });
  return fc
    .tuple(fc.constantFrom("given", "made", "made", "made", "odd"), made, extra)
    .map(([kind, data, odd]) => {
      const typed = Object.fromEntries(
        Object.entries(data).filter((entry): entry is [string, Json] => entry[1] !== undefined),
      );
      return kind === "given" ? { ...given } : kind === "made" ? typed : { ...typed, ...odd };
    });
}

/** What fixtures type on a screen that has this form: the way to what comes after it. */
const typedOn = new Map<string, readonly JsonObject[]>();
for (const { flow, fixture, screen } of shownScreens) {
  const typed = fixture.steps.flatMap((step) =>
    "data" in step && typeof step.data === "object" && step.data !== null
      ? [step.data as JsonObject]
      : [],
  );
  const key = `${flow.definition.flow}/${screen}`;
  if (!typedOn.has(key)) typedOn.set(key, []);
  const fields = Object.keys(formFields(flow.variant(flow.variants[0] ?? never()), screen));
  typedOn.set(
    key,
    [
      ...(typedOn.get(key) ?? []),
      ...typed.filter(
        (data) =>
          Object.keys(data).length > 0 && Object.keys(data).every((name) => fields.includes(name)),
      ),
    ].slice(0, 40),
  );
}

/** Names under which rules look into what services answer. */
const readNames = [
  ...new Set(
    [...library.flows.values()].flatMap((flow) =>
      [
        ...JSON.stringify(
          [...flow.variant(flow.variants[0] ?? never()).calls.values()].map(
            ({ definition }) => definition,
          ),
        ).matchAll(/answer\.([\w.]+)/g),
      ].map(([, name = ""]) => name),
    ),
  ),
];
const answerBody = fc
  .array(
    fc.tuple(
      fc.constantFrom(...readNames),
      fc.oneof(
        oddValue,
        fc.constantFrom(
          "APPROVED",
          "DECLINED",
          "PENDING",
          "COMPLETED",
          "FAILED",
          true,
          false,
          0,
          3,
        ),
      ),
    ),
    {
      maxLength: 8,
    },
  )
  .map((pairs) => {
    const body: Record<string, Json> = {};
    for (const [name, value] of pairs) put(body, name.split("."), value);
    return body;
  });
const result: fc.Arbitrary<CallResult> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      status,
      answer: fc.oneof({ weight: 6, arbitrary: answerBody as fc.Arbitrary<Json> }, oddValue),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<CallResult>(
      { outcome: "network", answer: null },
      { outcome: "timeout", answer: null },
    ),
  },
);

for (let left = INPUTS; left > 0; left -= 1000)
  for (const seed of fc.sample(fc.nat(), Math.min(1000, left)))
    one(shownScreens[seed % shownScreens.length] ?? never(), seed);
console.log(
  `${inputs} inputs from ${shownScreens.length} moments: ${[...kinds].map(([kind, count]) => `${count} ${kind}`).join(", ")}; ${screens.size} screens drawn ${views} times, ${rows.size} rows of tables applied; the slowest took ${Math.round(slowest)} ms; ${[...wrong.values()].reduce((sum, count) => sum + count, 0)} wrong`,
);
for (const [line, count] of [...wrong].slice(0, 12)) console.log(`  ${count} × ${line}`);
process.exitCode = wrong.size === 0 ? 0 : 1;

/** One made-up action at a moment, and whatever follows from it. */
function one(shown: ShownScreen, seed: number): void {
  const { compiled } = variantOf(shown.flow, shown.fixture);
  const screen = compiled.screens.get(shown.screen);
  if (screen === undefined) return;
  const actions = [...screen.actions.keys(), ...(screen.list?.actions.keys() ?? [])];
  const [action = ""] = sample(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom("submit", ...actions) },
      { weight: 1, arbitrary: oddText },
    ),
    seed,
  );
  const known = typedOn.get(`${shown.flow.definition.flow}/${shown.screen}`) ?? [];
  const [data = {}] = sample(
    dataOf(compiled, screen, known[seed % Math.max(known.length, 1)] ?? {}),
    seed,
  );
  const item =
    screen.list?.actions.has(action) === true
      ? sample(fc.constantFrom("0", "1", "x", "__proto__"), seed)[0]
      : undefined;
  const act: Input = {
    kind: "act",
    path: shown.path,
    action,
    data,
    query: shown.query,
    context: shown.context,
    ...(item === undefined ? {} : { item }),
  };
  const about = `${shown.flow.definition.flow}/${shown.screen} ${action.slice(0, 20)}`;
  let { state } = shown;
  let next: Input | undefined = act;
  for (let calls = 0; next !== undefined && calls <= CALLS; calls++) {
    const input: Input = next;
    const before: ApplicationState = state;
    const answer: Decision | undefined = guarded(about, () =>
      timed(() => decide(compiled, before, input)),
    );
    inputs++;
    if (answer === undefined) return;
    kinds.set(
      answer.kind === "refused" ? answer.cause : answer.kind,
      (kinds.get(answer.kind === "refused" ? answer.cause : answer.kind) ?? 0) + 1,
    );
    guarded(about, () => hold(compiled, shown, before, answer));
    if (answer.kind === "refused") return;
    for (const row of answer.rows) rows.add(row);
    const after = answer.state;
    guarded(about, () =>
      draw(compiled, shown, after, answer.next.kind === "screen" ? answer.next.path : shown.path),
    );
    state = after;
    next = answer.call === undefined ? undefined : resultOf(answer.call, shown, seed + calls);
  }
}

/** What holds of every answer. */
function hold(
  flow: CompiledVariant,
  shown: ShownScreen,
  before: ApplicationState,
  answer: Decision,
): void {
  if (answer.kind === "refused") {
    if (answer.cause === "invalid" && answer.problems.length === 0)
      throw new Error("refused as invalid, and nothing is wrong");
    const view = draw(flow, shown, before, shown.path, answer.problems);
    for (const { code, message } of view?.errors ?? [])
      if (message === "" || message === code || /[{}]/.test(message))
        throw new Error(`no words for ${code}: "${message}"`);
    return;
  }
  if (
    JSON.stringify(sorted(applyEvents(answer.events, before))) !==
    JSON.stringify(sorted(answer.state))
  )
    throw new Error("its events do not fold to its state");
}

/** The page that is shown then; undefined where the flow is left. */
function draw(
  flow: CompiledVariant,
  shown: ShownScreen,
  state: ApplicationState,
  path: string,
  problems: readonly FieldProblem[] = [],
): ScreenView | undefined {
  const [bare = "/", search = ""] = path.split("?");
  const query = search === "" ? shown.query : Object.fromEntries(new URLSearchParams(search));
  const resolution = resolveScreen(flow, state, { path: bare, query, context: shown.context });
  if (resolution.kind === "leave") return undefined;
  screens.add(`${shown.flow.definition.flow}/${resolution.screen}`);
  views++;
  const words = library.words(shown.context.locale);
  const view = renderScreen(flow, state, resolution, {
    context: shown.context,
    query,
    revision: 1,
    version: "fuzz",
    words,
    validatorUrl: () => "/validators/x.mjs",
    problems,
  });
  holdToScreenView(JSON.parse(JSON.stringify(view)));
  return view;
}

function resultOf(request: CallRequest, shown: ShownScreen, seed: number): Input {
  return {
    kind: "result",
    request,
    result: sample(result, seed)[0] ?? { outcome: "network", answer: null },
    context: shown.context,
  };
}

function guarded<T>(about: string, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    const line = `${about}: ${String(error).slice(0, 300)}`;
    wrong.set(line, (wrong.get(line) ?? 0) + 1);
    return undefined;
  }
}

function timed<T>(work: () => T): T {
  const began = performance.now();
  const made = work();
  const took = performance.now() - began;
  slowest = Math.max(slowest, took);
  if (took > SLOW_MS) throw new Error(`took ${Math.round(took)} ms`);
  return made;
}

function sample<T>(arbitrary: fc.Arbitrary<T>, seed: number): T[] {
  return fc.sample(arbitrary, { numRuns: 1, seed });
}

function formFields(flow: CompiledVariant, screen: string): Readonly<Record<string, FieldSchema>> {
  const form = flow.screens.get(screen)?.definition.form;
  return form === undefined ? {} : (flow.forms.get(form)?.compiled.fields ?? {});
}

function put(
  into: Record<string, Json>,
  [first = "", ...rest]: readonly string[],
  value: Json,
): void {
  if (rest.length === 0) into[first] = value;
  else {
    const inner = into[first];
    const held: Record<string, Json> =
      typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? { ...(inner as JsonObject) }
        : {};
    put(held, rest, value);
    into[first] = held;
  }
}

function sorted(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each: Json) => sorted(each));
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]: [string, Json]) => [key, sorted(each)]),
  );
}

function never(): never {
  throw new Error("there are no shown screens");
}

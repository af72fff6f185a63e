import { asList, asObject, type Json, type JsonObject } from "../../../language/json.ts";
import { closest } from "../../../source/closest.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import { answerFacts, formFacts, formsFacts, sentFacts } from "./local-facts.ts";
import type { CheckContext } from "../run/check-context.ts";
import { describeMismatch } from "../values/mismatch.ts";
import {
  elementsOfRule,
  localShapes,
  memberOf,
  shapedUses,
  type KnownFacts,
  type Shape,
  type ShapedComparison,
  type ShapedRead,
} from "../values/element-shapes.ts";
import { callsInto } from "../values/outcomes-into.ts";
import { stateSchemaAt, typeOfSchema, withChoices } from "../../value-type.ts";
import { ownWrittenValues } from "../values/written-values.ts";

/** Parts of the definition tree that hold rules, beside those of screens. */
const RULED = ["guards", "values", "tables", "calls", "flow", "forms"] as const;

/**
 * Reports what rules read of the entries of lists although no entry has it, and comparisons of
 * entries and of answers with values that they never have.
 */
export function checkElements({ flow, tree, reporter }: CheckContext): void {
  const written = ownWrittenValues(flow, tree);
  const report = (value: Json, pointer: string, facts: KnownFacts) => {
    const { reads, comparisons } = shapedUses(value, pointer, facts);
    for (const read of reads) reportRead(read);
    for (const comparison of comparisons) reportComparison(comparison);
  };
  const reportRead = ({ path, pointer, shapes, members }: ShapedRead) => {
    const mistakes = shapes.map((shape) => memberOf(shape, members));
    const [first] = mistakes;
    if (first === undefined || !mistakes.every((each) => each !== undefined && "unknown" in each))
      return;
    // What an answer lacks is reported with the call that should declare it.
    if (!("unknown" in first) || shapes.some(({ isAnswer }) => isAnswer === true)) return;
    reporter.at(pointer, {
      code: "FLOW-RULE-PATH",
      message: `Unknown path "${path}": ${lacks(shapes[0]?.name ?? "")}`,
      about: [path],
      suggestion: closest(first.unknown, first.known) ?? `one of ${first.known.join(", ")}`,
    });
  };
  const reportComparison = (compared: ShapedComparison) => {
    const { path, pointer, shapes, constant, isOfElement } = compared;
    // A text that is empty stands for "nothing" everywhere.
    if (constant === undefined || constant === null || constant === "") return;
    if (typeof constant === "object") return;
    const wrong = shapes.map(({ schema, place }) => {
      const choices = place === undefined ? undefined : written.get(place);
      const type = withChoices(typeOfSchema(schema), choices);
      return describeMismatch(isOfElement ? (type.items ?? {}) : type, constant);
    });
    const [first] = wrong;
    if (first === undefined || wrong.some((each) => each === undefined)) return;
    reporter.at(pointer, {
      code: "FLOW-RULE-VALUE",
      message: `"${path}" is never ${JSON.stringify(constant)}: ${first.why}`,
      about: [path, String(constant)],
      suggestion: first.meant,
    });
  };
  const factsWith = factsOf(flow);
  const calls = callsInto(flow);
  const forms = asObject(tree["forms"]);
  const anywhere = formsFacts(flow, forms);
  const screens = Object.entries(asObject(tree["screens"])).map(
    ([id, screen]) => [`/screens/${id}`, asObject(screen)] as const,
  );
  // A press of an entry hands `item` over to tables, calls, and what these read.
  const pressed = [
    ...anywhere,
    ...entriesAnywhere(
      screens.map(([, screen]) => screen),
      factsWith(anywhere),
    ),
  ];
  const localOf: Readonly<Record<(typeof RULED)[number], (name: string) => readonly Shape[]>> = {
    guards: () => pressed,
    values: () => pressed,
    flow: () => anywhere,
    tables: (name) => [...pressed, ...answerFacts(flow, calls.get(name) ?? [])],
    calls: (name) => [...pressed, ...answerFacts(flow, [name])],
    forms: (name) => formFacts(flow, forms, name),
  };
  for (const part of RULED)
    for (const [name, value] of Object.entries(asObject(tree[part])))
      report(value, `/${part}/${name}`, factsWith(localOf[part](name)));
  for (const [service, sandbox] of Object.entries(asObject(tree["sandboxes"])))
    for (const [name, rows] of Object.entries(asObject(asObject(sandbox)["calls"]))) {
      const call = flow.calls.get(name);
      const local = call === undefined ? [] : sentFacts(call);
      report(rows, `/sandboxes/${service}/calls/${name}`, factsWith(local));
    }
  for (const [at, screen] of screens) reportScreen(screen, at, { report, anywhere, factsWith });
}

/** An entry of any list of the screens; nothing where the entries of one list are not known. */
function entriesAnywhere(screens: readonly JsonObject[], facts: KnownFacts): readonly Shape[] {
  const lists = screens.flatMap(({ list, blocks }) => [
    ...(list === undefined ? [] : [list]),
    ...asList(blocks).flatMap((block) => [block, ...asList(asObject(block as Json)["rows"])]),
  ]);
  const entries = lists.map((list) => entriesOf(list as Json, facts));
  if (entries.includes(undefined)) return [];
  return entries.flatMap((shapes) =>
    (shapes ?? []).map((shape) => ({ ...shape, name: "no list of the flow" })),
  );
}

/** The fact `item` for entries of a list, a block or a table's rows; undefined where not known. */
function entriesOf(part: Json, facts: KnownFacts): readonly Shape[] | undefined {
  const of = asObject(part)["of"];
  if (of === undefined) return [];
  const shapes = elementsOfRule(typeof of === "string" ? { var: of } : of, facts);
  return shapes.length === 0
    ? undefined
    : shapes.map((shape) => ({ ...shape, schema: { properties: { item: shape.schema } } }));
}

function lacks(name: string): string {
  return name.startsWith("no ") ? `${name} has such a member` : `${name} has no such member`;
}

type FactsWith = (shapes: readonly Shape[]) => KnownFacts;

/** The state, the named values, and beside them facts of one place. */
function factsOf(flow: CompiledVariant): FactsWith {
  return (local) => ({
    local: (path) => localShapes(local, path.split(".")),
    at(path) {
      const members = path.split(".");
      const others = localShapes(local, members);
      if (others.length > 0) {
        const found = others.map((shape) => memberOf(shape, members));
        return found.every((each) => each !== undefined && "schema" in each) ? found : [];
      }
      const schema = stateSchemaAt(flow.stateSchema, path);
      return schema === undefined ? [] : [{ schema, place: path, name: `"${path}"` }];
    },
    value: (name) => flow.values.get(name)?.rule as Json | undefined,
  });
}

/** The rules of a screen; those of entries of lists, blocks and table rows read `item` as well. */
function reportScreen(
  screen: JsonObject,
  pointer: string,
  {
    report,
    anywhere,
    factsWith,
  }: {
    readonly anywhere: readonly Shape[];
    readonly report: (value: Json, pointer: string, facts: KnownFacts) => void;
    readonly factsWith: FactsWith;
  },
): void {
  const { list, blocks } = screen;
  const plain = factsWith(anywhere);
  // Each member by itself: what it uses is found once for all variants that share it.
  const reportMembers = (part: Json, at: string, but: readonly string[], facts = plain) => {
    for (const [name, member] of Object.entries(asObject(part)))
      if (!but.includes(name)) report(member, `${at}/${name}`, facts);
  };
  const withEntries = (part: Json) => factsWith([...anywhere, ...(entriesOf(part, plain) ?? [])]);
  reportMembers(screen, pointer, ["list", "blocks"]);
  const reportEntries = (part: Json, at: string) => {
    report(part, at, withEntries(part));
  };
  if (list !== undefined) reportEntries(list, `${pointer}/list`);
  for (const [index, block] of asList(blocks).entries()) {
    const { rows, of } = asObject(block as Json);
    const facts = of === undefined ? plain : withEntries(block as Json);
    reportMembers(block as Json, `${pointer}/blocks/${index}`, ["rows"], facts);
    for (const [row, each] of asList(rows).entries())
      reportEntries(each as Json, `${pointer}/blocks/${index}/rows/${row}`);
  }
}

import { asObject, isObject, type Json, type JsonObject } from "../../language/json.ts";
import { closest } from "../../source/closest.ts";
import { childPointer } from "../../source/json-pointer.ts";
import type { CompiledCall, CompiledVariant } from "../compiled-variant.ts";
import type { CheckContext } from "./check-context.ts";
import { callsInto } from "./outcomes-into.ts";

/** Operators whose later arguments read one element of a list, not the facts. */
const SCOPED = new Set(["map", "filter", "all", "some", "none", "reduce", "sortBy"]);

/** Reads of an answer that no call declares: in the rules of a call itself, and in the rows of tables after it. */
export function checkAnswers({ flow, tree, reporter }: CheckContext): void {
  const report = (shapes: readonly JsonObject[]) => (path: string, pointer: string) => {
    const mistakes = shapes.map((shape) => unknownIn(shape, path.split(".").slice(1)));
    const [first] = mistakes;
    if (first === undefined || mistakes.some((each) => each === undefined)) return;
    reporter.at(pointer, {
      code: "FLOW-ANSWER",
      message: `"${path}": no call that leads here declares that its answer has "${first.member}"`,
      suggestion: closest(
        first.member,
        mistakes.flatMap((each) => each?.known ?? []),
      ),
    });
  };
  const calls = asObject(tree["calls"]);
  for (const [id, { answerSchema }] of flow.calls) {
    if (answerSchema === undefined) continue;
    const { outcomes, answer, set } = asObject(calls[id]);
    const tell = report([answerSchema]);
    eachRead(outcomes, `/calls/${id}/outcomes`, tell);
    eachRead(answer, `/calls/${id}/answer`, tell);
    // `set` reads the answer in the flow's words, where `answer` says them.
    eachRead(set, `/calls/${id}/set`, answer === undefined ? tell : report(shapesOf(flow, [id])));
  }
  const tables = asObject(tree["tables"]);
  for (const [table, names] of callsInto(flow)) {
    const shapes = shapesOf(flow, names);
    // A webhook brings an answer of its own.
    if (shapes.length === 0 || isHeard(flow, table)) continue;
    eachRead(asObject(tables[table])["rows"], `/tables/${table}/rows`, report(shapes));
  }
}

/** What the answers of calls may be; none where one of the calls does not say. */
function shapesOf(flow: CompiledVariant, names: Iterable<string>): readonly JsonObject[] {
  const calls = [...names].flatMap((name) => flow.calls.get(name) ?? []);
  if (calls.some(({ answerSchema }) => answerSchema === undefined)) return [];
  return calls.flatMap(shapesOfCall);
}

/** The answer as it came, and in the flow's words. */
function shapesOfCall({ answerSchema, definition: { answer } }: CompiledCall): JsonObject[] {
  const mapped =
    isObject(answer) && Object.keys(answer).length > 1
      ? [{ properties: Object.fromEntries(Object.keys(answer).map((name) => [name, {}])) }]
      : answer === undefined
        ? []
        : [{}];
  return [answerSchema ?? {}, ...mapped];
}

function isHeard(flow: CompiledVariant, table: string): boolean {
  return [...flow.providers.values()].some(
    ({ webhook }) => webhook?.becomes.some(({ definition }) => definition.then === table) === true,
  );
}

interface UnknownMember {
  readonly member: string;
  readonly known: readonly string[];
}

/** The first member of a path that a schema does not declare; where it declares none, any is known. */
function unknownIn(schema: JsonObject, path: readonly string[]): UnknownMember | undefined {
  const [member, ...rest] = path;
  if (member === undefined) return undefined;
  const { properties, items } = schema;
  if (isObject(items) && /^\d+$/.test(member)) return unknownIn(items, rest);
  if (!isObject(properties)) return undefined;
  if (!Object.hasOwn(properties, member)) return { member, known: Object.keys(properties) };
  return unknownIn(asObject(properties[member]), rest);
}

/** Reads of `answer` below a value, outside of what reads elements of lists. */
function eachRead(
  value: Json | undefined,
  pointer: string,
  tell: (path: string, pointer: string) => void,
): void {
  if (Array.isArray(value)) {
    for (const [index, part] of value.entries()) eachRead(part, `${pointer}/${index}`, tell);
    return;
  }
  if (!isObject(value)) return;
  for (const [key, part] of Object.entries(value)) {
    const at = childPointer(pointer, key);
    const path: Json | undefined = Array.isArray(part) ? part[0] : part;
    if (key === "var" && typeof path === "string" && path.startsWith("answer.")) tell(path, at);
    if (SCOPED.has(key) && Array.isArray(part)) eachRead(part[0], `${at}/0`, tell);
    else eachRead(part, at, tell);
  }
}

import { asObject, isObject, type Json, type JsonObject } from "../../../language/json.ts";
import { closest } from "../../../source/closest.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { CompiledCall } from "../../compiled-call.ts";
import { answerReads, type AnswerRead } from "./answer-reads.ts";
import type { CheckContext } from "../run/check-context.ts";
import { callsInto } from "../values/outcomes-into.ts";

/** What rules read of the answers of some calls. */
interface ReadsOfCalls {
  readonly calls: Iterable<string>;
  readonly reads: readonly AnswerRead[];
}

/**
 * Reports reads of an answer that no call declares: in the rules of a call itself, in the rows of
 * tables after it, in suggestions, in guards and values. Warns of a call whose answer is read and
 * that does not declare it.
 */
export function checkAnswers({ flow, tree, reporter }: CheckContext): void {
  const report = ({ path, members, pointer, shapes }: AnswerRead) => {
    const mistakes = shapes.map((shape) => unknownIn(shape, members));
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
  const open = new Map<string, Set<string>>();
  for (const { calls, reads } of readsAfterCalls(flow, tree)) {
    for (const read of reads) report(read);
    for (const call of calls)
      if (saysNothing(flow.calls.get(call)))
        for (const { path, members } of reads)
          if (path.startsWith("answer."))
            open.set(call, (open.get(call) ?? new Set()).add(members[0] ?? ""));
  }
  for (const [call, members] of open)
    reporter.at(`/calls/${call}`, {
      code: "FLOW-ANSWER-OPEN",
      severity: "warning",
      message: `The flow reads "answer.${[...members][0]}" after the call "${call}", which does not say what it is answered`,
      suggestion: `answerSchema: { type: object, properties: { ${[...members].map((name) => `${name}: {}`).join(", ")} } }`,
    });
  const every = [...answerShapes(flow, flow.calls.keys()), ...webhookShapes(flow)];
  const anywhere = [...flow.calls.values()].some(({ answerSchema }) => answerSchema === undefined)
    ? []
    : every;
  for (const part of ["guards", "values"])
    for (const read of answerReads(tree[part], `/${part}`, anywhere)) report(read);
}

/** Every rule that reads the answer of known calls. */
function readsAfterCalls(flow: CompiledVariant, tree: JsonObject): readonly ReadsOfCalls[] {
  const tables = asObject(tree["tables"]);
  return [
    ...[...flow.calls].flatMap(([id, call]) => readsOfCall(flow, id, call, tree)),
    ...[...callsInto(flow)]
      // It is asked after every call, and reads what some of them are answered.
      .filter(([table]) => table !== flow.definition.answered)
      .map(([table, calls]) => {
        const heard = webhookShapes(flow, table);
        const shapes = answerShapes(flow, calls);
        return {
          calls,
          reads: answerReads(
            asObject(tables[table])["rows"],
            `/tables/${table}/rows`,
            shapes.length === 0 ? [] : [...shapes, ...heard],
          ),
        };
      }),
    ...[...flow.forms].flatMap(([form, { suggests }]) =>
      [...suggests].flatMap(([field, { definition }]) => {
        const at = `/forms/${form}/properties/${field}/x-suggest`;
        const { call, items, choose } = definition;
        return [
          readsAfter(flow, call, [items, `${at}/items`]),
          ...(choose === undefined
            ? []
            : [readsAfter(flow, choose.call, [choose.fills, `${at}/choose/fills`])]),
        ];
      }),
    ),
  ];
}

function readsOfCall(
  flow: CompiledVariant,
  id: string,
  { answerSchema }: CompiledCall,
  tree: JsonObject,
): readonly ReadsOfCalls[] {
  const { outcomes, answer, set } = asObject(asObject(tree["calls"])[id]);
  const came = answerSchema === undefined ? [] : [answerSchema];
  // `set` reads the answer in the flow's words, where `answer` says them.
  const taken = answer === undefined ? came : answerShapes(flow, [id]);
  const at = `/calls/${id}`;
  return [
    { calls: [id], reads: answerReads(outcomes, `${at}/outcomes`, came) },
    { calls: [id], reads: answerReads(answer, `${at}/answer`, came) },
    { calls: answer === undefined ? [id] : [], reads: answerReads(set, `${at}/set`, taken) },
  ];
}

/** What a value that reads the answer of one call reads of it. */
function readsAfter(
  flow: CompiledVariant,
  call: string,
  [value, pointer]: readonly [value: Json | undefined, pointer: string],
): ReadsOfCalls {
  const mapped = flow.calls.get(call)?.definition.answer !== undefined;
  return {
    calls: mapped ? [] : [call],
    reads: answerReads(value, pointer, answerShapes(flow, [call])),
  };
}

/** True for a call that does not describe its answer; the compiler reports a strict one itself. */
function saysNothing(call: CompiledCall | undefined): boolean {
  const { answerSchema, strictAnswer } = call?.definition ?? {};
  return (answerSchema ?? call?.answerSchema ?? strictAnswer) === undefined;
}

/** What the answers of calls may be; none where one of the calls does not say. */
export function answerShapes(
  flow: CompiledVariant,
  names: Iterable<string>,
): readonly JsonObject[] {
  const calls = [...names].flatMap((name) => flow.calls.get(name) ?? []);
  if (calls.some(({ answerSchema }) => answerSchema === undefined)) return [];
  return calls.flatMap(({ answerSchema, definition }) => [
    answerSchema ?? {},
    ...shapeOfTemplate(definition.answer),
  ]);
}

/** What webhooks bring as the answer; of all, or of those that a table follows. */
function webhookShapes({ providers }: CompiledVariant, table?: string): readonly JsonObject[] {
  return [...providers.values()].flatMap(({ webhook, definition }) =>
    table === undefined || webhook?.becomes.some((each) => each.definition.then === table) === true
      ? shapeOfTemplate(definition.webhook?.answer)
      : [],
  );
}

/** The members that a template makes; one member alone may be a rule, of which nothing is known. */
function shapeOfTemplate(template: Json | undefined): readonly JsonObject[] {
  if (template === undefined) return [];
  const members = isObject(template) ? Object.keys(template) : [];
  if (members.length < 2) return [{}];
  return [{ properties: Object.fromEntries(members.map((name) => [name, {}])) }];
}

interface UnknownMember {
  readonly member: string;
  readonly known: readonly string[];
}

/**
 * The first member of a path that a schema does not declare; where it declares none, any is known.
 */
function unknownIn(schema: JsonObject, path: readonly string[]): UnknownMember | undefined {
  const [member, ...rest] = path;
  if (member === undefined || member === "") return undefined;
  const { properties, items } = schema;
  if (isObject(items) && /^\d+$/.test(member)) return unknownIn(items, rest);
  if (!isObject(properties)) return undefined;
  if (!Object.hasOwn(properties, member)) return { member, known: Object.keys(properties) };
  return unknownIn(asObject(properties[member]), rest);
}

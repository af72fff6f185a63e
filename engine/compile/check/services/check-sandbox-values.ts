import { asList, asObject, isObject, type Json, type JsonObject } from "../../../language/json.ts";
import { childPointer } from "../../../source/json-pointer.ts";
import { typeOfPath, typeOfSchema, type ValueType } from "../../value-type.ts";
import { describeMismatch } from "../values/mismatch.ts";
import type { CheckContext } from "../run/check-context.ts";
import { givenContext, givenParts, type GivenPart } from "../values/given-parts.ts";

/**
 * Warns of rows of sandboxes that compare what a call sends with a value that it never sends, and
 * of answers that the call's `answerSchema` does not take.
 */
export function checkSandboxValues(context: CheckContext): void {
  const { flow, names, reporter } = context;
  for (const [service, sandbox] of flow.sandboxes)
    for (const [id, rows] of sandbox) {
      const call = flow.calls.get(id);
      if (call === undefined) continue;
      const { body = null } = call.definition;
      const sent = givenParts({ body }, givenContext(names));
      for (const [index, { id: row, definition }] of rows.entries()) {
        const at = `/sandboxes/${service}/calls/${id}/${index}`;
        checkSent((definition.when ?? null) as Json, `${at}/when`, { row, sent, context });
        checkAnswered(definition.answer ?? null, call.answerSchema, (pointer, why, meant) =>
          reporter.at(`${at}/answer${pointer}`, {
            code: "FLOW-SANDBOX",
            severity: "warning",
            message: `The row "${row}" answers what its call does not declare: ${why}`,
            about: [row],
            suggestion: meant,
          }),
        );
      }
    }
}

/** What the comparisons of a row are checked against. */
interface SentBy {
  readonly row: string;
  readonly sent: readonly GivenPart[];
  readonly context: CheckContext;
}

function checkSent(rule: Json, pointer: string, by: SentBy): void {
  if (Array.isArray(rule)) {
    rule.forEach((each: Json, index) => checkSent(each, `${pointer}/${index}`, by));
    return;
  }
  if (!isObject(rule)) return;
  for (const [key, part] of Object.entries(rule)) {
    const at = childPointer(pointer, key);
    const [left, right] = asList(part);
    const path = isObject(left) ? left["var"] : undefined;
    const isComparison = key === "===" || (key === "in" && Array.isArray(right));
    if (isComparison && typeof path === "string" && path.startsWith("sent.body."))
      for (const [index, constant] of asList(right ?? null).length > 0
        ? asList(right ?? null).entries()
        : [[undefined, right ?? null] as const])
        compare(path, constant, { ...by, at: `${at}/1${index === undefined ? "" : `/${index}`}` });
    checkSent(part, at, by);
  }
}

function compare(
  path: string,
  constant: Json,
  { row, sent, context: { flow, reporter }, at }: SentBy & { readonly at: string },
): void {
  if (constant === null || typeof constant === "object" || constant === "") return;
  const given = sent.filter(({ members }) => members.join(".") === path.slice("sent.".length));
  const wrong = given.map((part) => {
    const type = typeOfPart(flow, part);
    return type === undefined ? undefined : describeMismatch(type, constant);
  });
  const [first] = wrong;
  if (first === undefined || wrong.includes(undefined)) return;
  reporter.at(at, {
    code: "FLOW-SANDBOX",
    severity: "warning",
    message: `The row "${row}" never answers: "${path}" is never ${JSON.stringify(constant)}: ${first.why}`,
    about: [row, path],
    suggestion: first.meant,
  });
}

/** The type of what a call sends at a place; undefined where it may be anything. */
function typeOfPart(flow: CheckContext["flow"], part: GivenPart): ValueType | undefined {
  if (part.gives === "constant") return undefined;
  if (part.gives === "read") {
    const type = typeOfPath(flow, part.path.replaceAll(/\*(?=\.|$)/g, "0"));
    return type?.type === "array" || type?.type === "object" ? undefined : type;
  }
  if (part.gives !== "made") return undefined;
  const [kind, other] = part.kinds ?? [];
  if (other !== undefined || (kind !== "text" && kind !== "number" && kind !== "boolean"))
    return undefined;
  return { type: kind === "text" ? "string" : kind };
}

/** Tells of constants of an answer that a schema does not take. */
function checkAnswered(
  answer: Json,
  schema: JsonObject | undefined,
  tell: (pointer: string, why: string, meant: string | undefined) => void,
  pointer = "",
): void {
  if (schema === undefined || !isObject(answer)) return;
  const declared = asObject(schema["properties"]);
  for (const [name, value] of Object.entries(answer)) {
    const known = declared[name];
    const at = childPointer(pointer, name);
    if (!isObject(known)) continue;
    if (isObject(value)) {
      if (isObject(known["properties"])) checkAnswered(value, known, tell, at);
      continue;
    }
    if (value === null || Array.isArray(value)) continue;
    // A number of an answer is taken for the text that the schema declares.
    if (typeof value === "number" && typeOf(known).type === "string") continue;
    const wrong = describeMismatch(typeOf(known), value as string | number | boolean);
    if (wrong !== undefined)
      tell(at, `"${name}" is never ${JSON.stringify(value)}, ${wrong.why}`, wrong.meant);
  }
}

/** The type of a member of an answer, which may be null as well where it is not required. */
function typeOf(schema: JsonObject): ValueType {
  const [type, other] = asList(schema["type"] ?? null).filter((each) => each !== "null");
  return typeOfSchema(
    typeof type === "string" && other === undefined ? { ...schema, type } : schema,
  );
}

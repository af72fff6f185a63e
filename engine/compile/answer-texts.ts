import { asObject, isObject, type Json, type JsonObject } from "../language/json.ts";

/** Returns an answer with its declared texts changed; the same answer where none is. */
type ChangeTexts = (answer: Json) => Json;

/** An answer as its schema declares it. */
export interface AnswerTexts {
  /**
   * Takes numbers as text where only text is declared: an id that is sent as a number is still an
   * id.
   */
  readonly declared: ChangeTexts;
  /** Leaves out values declared as text that are no text: an object is no id, and no message. */
  readonly textOnly: ChangeTexts;
}

/**
 * Compiles what a schema of answers declares as text; undefined for a schema that declares none.
 */
export function answerTexts(schema: JsonObject): AnswerTexts | undefined {
  const declared = changeTexts(schema, asText);
  const textOnly = changeTexts(schema, textOrNull);
  return declared === undefined || textOnly === undefined ? undefined : { declared, textOnly };
}

/**
 * A number as its text. One that JavaScript cannot hold exactly stays: its text would be another
 * id.
 */
function asText(value: Json): Json {
  return typeof value === "number" && (Number.isSafeInteger(value) || !Number.isInteger(value))
    ? String(value)
    : value;
}

/** Every element of a list stays: a list without one of them has another meaning. */
function textOrNull(value: Json, isMember: boolean): Json {
  const text = asText(value);
  return typeof text === "string" || !isMember ? text : null;
}

function changeTexts(
  schema: JsonObject,
  change: (value: Json, isMember: boolean) => Json,
  isMember = false,
): ChangeTexts | undefined {
  if (wantsText(schema)) return (answer) => change(answer, isMember);
  const items = isObject(schema["items"]) ? changeTexts(schema["items"], change) : undefined;
  const members = Object.entries(asObject(schema["properties"])).flatMap(([name, member]) => {
    const texts = isObject(member) ? changeTexts(member, change, true) : undefined;
    return texts === undefined ? [] : [[name, texts] as const];
  });
  if (items === undefined && members.length === 0) return undefined;
  return (answer) => {
    if (Array.isArray(answer)) return items === undefined ? answer : changed(answer, items);
    return isObject(answer) ? withMembers(answer, members) : answer;
  };
}

/** Whether text is declared, or null, and nothing else. */
function wantsText({ type }: JsonObject): boolean {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.includes("string") && types.every((each) => each === "string" || each === "null");
}

function changed(list: readonly Json[], change: ChangeTexts): Json {
  const next = list.map(change);
  return next.every((each, index) => each === list[index]) ? list : next;
}

function withMembers(
  answer: JsonObject,
  members: readonly (readonly [name: string, change: ChangeTexts])[],
): JsonObject {
  let next = answer;
  for (const [name, change] of members) {
    if (!Object.hasOwn(answer, name)) continue;
    const value = answer[name] ?? null;
    const text = change(value);
    if (text !== value) next = { ...next, [name]: text };
  }
  return next;
}

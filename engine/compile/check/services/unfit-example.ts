import { asList, isObject, type Json } from "../../../language/json.ts";
import { membersWithin, pathsRead } from "../../../rules/members.ts";

/** Operators by which a row compares a sent value with constants. */
const COMPARING = new Set(["===", "==", "in"]);

/**
 * The text that a sandbox's row matches, where its example names another one. Values that are
 * chosen and not typed, such as the id of a choice, are left out: an example describes them.
 *
 * @param when the condition of the row
 * @param isTyped whether a person types what a path below `sent` holds
 */
export function unfitExample(
  example: string,
  when: Json | undefined,
  isTyped: (path: string) => boolean = () => true,
): string | undefined {
  const compared = membersWithin(withoutRefusals(when ?? null)).flatMap(([operator, operands]) =>
    COMPARING.has(operator) && readsTyped(operands, isTyped)
      ? asList(operands).flatMap((operand) => [operand].flat() as readonly Json[])
      : [],
  );
  const values = compared.filter((each) => !isObject(each));
  const texts = values.filter((each): each is string => typeof each === "string");
  if (texts.length < values.length) return undefined;
  return texts.some((text) => isNear(example, text)) ? undefined : texts[0];
}

/** A condition without the parts by which its row refuses a value: it answers any other one. */
function withoutRefusals(rule: Json): Json {
  if (Array.isArray(rule)) return (rule as readonly Json[]).map(withoutRefusals);
  if (!isObject(rule)) return rule;
  const kept = Object.entries(rule).filter(([operator]) => operator !== "!");
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutRefusals(value)]));
}

function readsTyped(operands: Json, isTyped: (path: string) => boolean): boolean {
  return [...pathsRead(membersWithin(operands))].some(
    (path) => path.startsWith("sent.") && isTyped(path),
  );
}

/** Whether an example has a value, written with spaces, a prefix, or the day before the year. */
function isNear(example: string, value: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
  const digits = (text: string) => text.replaceAll(/\D/g, "");
  const sorted = (text: string) => [...digits(text)].toSorted().join("");
  if (plain(value) === "" || plain(example).includes(plain(value))) return true;
  // Of a number, the example may leave out what its field puts before it.
  const written = digits(example).replace(/^0/, "");
  return written !== "" && (sorted(example) === sorted(value) || digits(value).endsWith(written));
}

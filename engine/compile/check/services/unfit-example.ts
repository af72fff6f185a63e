import { asList, isObject, type Json } from "../../../language/json.ts";
import { membersWithin, pathsRead } from "../../../rules/members.ts";

/** Operators by which a row compares a sent value with constants. */
const COMPARING = new Set(["===", "==", "in"]);

/**
 * The text that a sandbox's row answers, where what its example says to type is another one. Only
 * values with digits count, such as a number or a postcode: an example may say the others in words.
 *
 * @param when the condition of the row
 */
export function unfitExample(example: string, when: Json | undefined): string | undefined {
  const compared = membersWithin(withoutRefusals(when ?? null)).flatMap(([operator, operands]) =>
    COMPARING.has(operator) && readsSent(operands)
      ? asList(operands).flatMap((operand) => [operand].flat() as readonly Json[])
      : [],
  );
  const values = compared.filter((each) => !isObject(each));
  const texts = values.filter((each): each is string => typeof each === "string");
  const saysValue = example.split(/\s+/).some((word) => word.length > 3 && /\d/.test(word));
  if (!saysValue || texts.length < values.length || !texts.every((text) => /\d/.test(text)))
    return undefined;
  return texts.some((text) => isNear(example, text)) ? undefined : texts[0];
}

/** A condition without the parts by which its row refuses a value: it answers any other one. */
function withoutRefusals(rule: Json): Json {
  if (Array.isArray(rule)) return (rule as readonly Json[]).map(withoutRefusals);
  if (!isObject(rule)) return rule;
  const kept = Object.entries(rule).filter(([operator]) => operator !== "!");
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutRefusals(value)]));
}

function readsSent(operands: Json): boolean {
  return [...pathsRead(membersWithin(operands))].some((path) => path.startsWith("sent."));
}

/** Whether an example has a value, written with spaces, a prefix, or the day before the year. */
function isNear(example: string, value: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "");
  const digits = (text: string) => text.replaceAll(/\D/g, "");
  const sorted = (text: string) => [...digits(text)].toSorted().join("");
  return (
    plain(example).includes(plain(value)) ||
    sorted(example) === sorted(value) ||
    digits(value).endsWith(digits(example).replace(/^0/, ""))
  );
}

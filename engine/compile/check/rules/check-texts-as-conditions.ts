import { isObject, type Json } from "../../../language/json.ts";
import { childPointer } from "../../../source/json-pointer.ts";
import { writeText } from "../../../source/write-scalar.ts";
import type { CheckContext } from "../run/check-context.ts";
import { typeOfPath, withChoices } from "../../value-type.ts";
import type { WrittenValues } from "../values/written-values.ts";

/** Parts of the definition tree that hold conditions. */
const RULED = ["guards", "screens", "tables", "calls", "flow", "forms"] as const;
/** Members that are conditions by themselves. */
const CONDITIONS = new Set(["when", "skip", "allow", "exists", "open", "rule", "x-when", "pause"]);
/** Operators whose operands are conditions. */
const LOGICAL = new Set(["and", "or", "!", "!!"]);
/** Answers that say no, and are texts: a text that is not empty counts as yes. */
const NO = /^(?:no|non|false|none|n)$/i;

/** What a condition is checked against. */
interface Truths extends Pick<CheckContext, "flow" | "reporter"> {
  readonly values: WrittenValues;
}

/**
 * Reports a condition that reads a text with an answer such as "no": any answer counts as yes. So
 * is `path: true` of a match, which means that there is an answer; `path: false` is left out, since
 * "not answered yet" is often meant. In `done` any answer is meant, so it is left out.
 */
export function checkTextsAsConditions(
  { flow, tree, reporter }: CheckContext,
  values: WrittenValues,
): void {
  for (const part of RULED) walk({ flow, reporter, values }, tree[part] ?? null, `/${part}`);
}

function walk(context: Truths, value: Json, pointer: string): void {
  if (Array.isArray(value)) {
    value.forEach((each: Json, at) => walk(context, each, `${pointer}/${at}`));
    return;
  }
  if (!isObject(value)) return;
  for (const [key, part] of Object.entries(value)) {
    if (key === "done") continue;
    const at = childPointer(pointer, key);
    if (CONDITIONS.has(key)) checkOne(context, part, at);
    if (LOGICAL.has(key) && Array.isArray(part))
      part.forEach((each: Json, index) => checkOne(context, each, `${at}/${index}`));
    else if (LOGICAL.has(key)) checkOne(context, part, at);
    walk(context, part, at);
  }
}

function checkOne({ flow, reporter, values }: Truths, rule: Json, pointer: string): void {
  if (!isObject(rule)) return;
  const path = rule["var"];
  if (typeof path !== "string") return;
  const { type, enum: choices = [] } = withChoices(typeOfPath(flow, path), values.get(path)) ?? {};
  const no = choices.find((choice) => typeof choice === "string" && NO.test(choice));
  if (type !== "string" || no === undefined) return;
  const texts = choices.filter((choice) => choice !== null).map(String);
  const yes = texts.find((choice) => choice !== no) ?? "yes";
  const problem = { code: "FLOW-RULE-TRUTH", severity: "warning" } as const;
  if (!reporter.isGenerated(pointer))
    reporter.at(pointer, {
      ...problem,
      message: `The condition takes any answer as yes, "${String(no)}" too: "${path}" is a text`,
      suggestion: `{ '===': [{ var: ${path} }, ${written(yes)}] }`,
    });
  else if (isEntryOfMatch(reporter.sourceOf(pointer), path, pointer))
    reporter.at(pointer, {
      ...problem,
      message: `"${path}: true" means that there is an answer, so it takes "${String(no)}" too`,
      suggestion: `${path}: ${written(yes)}; where any answer is meant: ${path}: [${texts.map(written).join(", ")}]`,
    });
}

/** Whether a condition was made from an entry `path: true` of a `match` or `not`. */
function isEntryOfMatch(source: string, path: string, pointer: string): boolean {
  // The entry lies below its word, or below a map in the list of its word.
  const [entry, word = "", outer = ""] = source.split("/").toReversed();
  if (entry !== path) return false;
  if (word === "not") return pointer.endsWith("/!");
  return pointer.endsWith("/!!") && (word === "match" || outer === "match" || outer === "not");
}

function written(choice: string): string {
  return writeText(choice, { inFlow: true, quoted: false });
}

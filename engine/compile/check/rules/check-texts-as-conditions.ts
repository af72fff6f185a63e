import { fieldPlace } from "../../../language/field-place.ts";
import { isObject, type Json } from "../../../language/json.ts";
import { childPointer } from "../../../source/json-pointer.ts";
import { writeText } from "../../../source/write-scalar.ts";
import type { CheckContext } from "../run/check-context.ts";
import { formParts } from "../../mistakes/form-parts.ts";
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

const YES = /^(?:yes|oui|true|y)$/i;

/** What a condition is checked against. */
interface Truths extends Pick<CheckContext, "flow" | "reporter"> {
  readonly values: WrittenValues;
  /** Places of the answers that a form always requires. */
  readonly required: ReadonlySet<string>;
}

/**
 * Reports a condition that reads a text with an answer such as "no": any answer counts as yes. So
 * is `path: true` of a match, which means that there is an answer; `path: false` is left out, since
 * "not answered yet" is often meant. In `done` any answer is meant, so it is left out.
 *
 * It is an error where a form requires the answer, and takes a yes and a no alone: the condition
 * then always holds once the page was answered.
 */
export function checkTextsAsConditions(
  { flow, tree, reporter }: CheckContext,
  values: WrittenValues,
): void {
  const context = { flow, reporter, values, required: requiredAnswers(flow) };
  for (const part of RULED) walk(context, tree[part] ?? null, `/${part}`);
}

/** The places of the answers that forms require at their root. */
function requiredAnswers({ screens, forms }: CheckContext["flow"]): ReadonlySet<string> {
  return new Set(
    [...screens.values()].flatMap(({ definition }) => {
      const form = forms.get(definition.form ?? "");
      const [root] = form === undefined ? [] : formParts(form.schema);
      return (root?.required ?? []).flatMap(
        (name) => fieldPlace(name, form?.compiled.fields[name], definition.binds) ?? [],
      );
    }),
  );
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

function checkOne({ flow, reporter, values, required }: Truths, rule: Json, pointer: string): void {
  if (!isObject(rule)) return;
  const path = rule["var"];
  if (typeof path !== "string") return;
  const { type, enum: choices = [] } = withChoices(typeOfPath(flow, path), values.get(path)) ?? {};
  const no = choices.find((choice) => typeof choice === "string" && NO.test(choice));
  if (type !== "string" || no === undefined) return;
  const texts = choices.filter((choice) => choice !== null).map(String);
  const yes = texts.find((choice) => choice !== no) ?? "yes";
  const isYesOrNo = texts.every((choice) => NO.test(choice) || YES.test(choice));
  const problem = {
    code: "FLOW-RULE-TRUTH",
    severity: isYesOrNo && required.has(path) ? "error" : "warning",
  } as const;
  if (!reporter.isGenerated(pointer))
    reporter.at(pointer, {
      ...problem,
      message: `The condition takes any answer as yes, "${String(no)}" too: "${path}" is a text`,
      suggestion: `{ '===': [{ var: ${path} }, ${written(yes)}] }`,
    });
  else if (isEntryOfMatch(reporter.places.lineage.sourceOf(pointer), path, pointer))
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

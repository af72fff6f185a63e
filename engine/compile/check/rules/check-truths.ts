import { isObject, type Json } from "../../../language/json.ts";
import { childPointer } from "../../../source/json-pointer.ts";
import type { CheckContext } from "../run/check-context.ts";
import { typeOfPath, withChoices } from "../values/value-type.ts";

/** Parts of the definition tree that hold conditions. */
const RULED = ["guards", "screens", "tables", "calls", "flow", "forms"] as const;
/** Members that are conditions by themselves. */
const CONDITIONS = new Set(["when", "skip", "allow", "exists", "open", "rule", "x-when", "pause"]);
/** Operators whose operands are conditions. */
const LOGICAL = new Set(["and", "or", "!", "!!"]);
/** Answers that say no, and are texts: a text that is not empty counts as yes. */
const NO = /^(?:no|non|false|none|n)$/i;

type Truths = Pick<CheckContext, "flow" | "tree" | "reporter"> & {
  /** Values that the flow writes, by place of the state. */
  readonly values: ReadonlyMap<string, readonly Json[]>;
};

/**
 * Reports a condition that reads a text with an answer such as "no": any answer counts as yes. In
 * `done` that is meant, so it is left out.
 */
export function checkTruths(context: Truths): void {
  for (const part of RULED) walk(context, context.tree[part] ?? null, `/${part}`);
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
  if (type !== "string" || no === undefined || reporter.isMade(pointer)) return;
  const yes = choices.find((choice) => choice !== no && choice !== null);
  reporter.at(pointer, {
    code: "FLOW-RULE-TRUTH",
    severity: "warning",
    message: `The condition holds for "${String(no)}" as well: "${path}" is a text, and any answer counts as yes`,
    suggestion: `{ '===': [{ var: ${path} }, '${String(yes ?? "yes")}'] }`,
  });
}

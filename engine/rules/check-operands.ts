import type { Json } from "../language/json.ts";
import { kindOfValue, kindsOf, operationOf, type Kinds } from "./kind-of.ts";
import type { RuleNames, RuleProblem, UsedOperator } from "./rule-names.ts";
import {
  signatureOf,
  writtenAs,
  type Kind,
  type OperandSignature,
  type Signature,
} from "./signatures.ts";

const EQUAL = new Set(["===", "!==", "==", "!="]);
const ORDERED = new Set(["<", "<=", ">", ">="]);

/** Words for kinds, for messages. */
export const WORDS: Readonly<Record<Kind, string>> = {
  text: "a text",
  number: "a number",
  boolean: "a yes or no",
  list: "a list",
  object: "an object",
};

/**
 * Holds an operator's arguments to its signature: how many, and of which kind as far as that is
 * known before anything happens.
 */
export function checkOperands(
  used: UsedOperator,
  names: RuleNames,
  report: (problem: RuleProblem) => void,
): void {
  const signature = signatureOf(used.operator);
  if (signature === undefined) return;
  const tell = (code: string, pointer: string, message: string, suggestion?: string) =>
    report({
      code,
      severity: "error",
      message,
      pointer,
      suggestion,
    });
  const wrongCount = countMistake(used, signature);
  if (wrongCount !== undefined) {
    tell("FLOW-RULE-ARITY", used.pointer, wrongCount, writtenAs(used.operator, signature));
    return;
  }
  const { args, operator, scoped } = used;
  const kinds = args.map((arg, at) =>
    kindsOf(arg, names, scoped || operandAt(signature, at)?.scoped === true),
  );
  for (const [at, arg] of args.entries()) {
    const operand = operandAt(signature, at);
    const wrong = operand === undefined ? undefined : kindMistake(arg, kinds[at], operand);
    if (wrong !== undefined)
      tell(
        wrong.constant ? "FLOW-RULE-CONSTANT" : "FLOW-RULE-TYPE",
        placeOf(used, at),
        `"${operator}" takes ${withArticle(operand?.is ?? "value")} here, and this is ${wrong.is}`,
        wrong.suggestion ?? writtenAs(operator, signature),
      );
  }
  if (operator === "in" && saysOnly(kinds[0], "list") && saysOnly(kinds[1], "text"))
    tell(
      "FLOW-RULE-TYPE",
      used.pointer,
      "A list is looked for in a text, and is never there",
      "{ in: [value, list] }",
    );
  if (EQUAL.has(operator) || ORDERED.has(operator)) {
    const wrong = comparisonMistake(used, kinds);
    if (wrong !== undefined) tell("FLOW-RULE-TYPE", used.pointer, wrong.message, wrong.suggestion);
  }
  if (operator === "if" || operator === "?:" || operator === "and")
    for (const at of args.keys()) {
      const isTested =
        operator === "and" ? at < args.length - 1 : at % 2 === 0 && at < args.length - 1;
      const constant = isTested ? constantMistake(args[at]) : undefined;
      if (constant !== undefined)
        tell("FLOW-RULE-CONSTANT", placeOf(used, at), constant.message, constant.suggestion);
    }
}

/**
 * Why a constant in the place of a condition always gives the same result; undefined for a rule
 * and for `true` or `false`.
 */
export function constantMistake(
  rule: Json | undefined,
): { readonly message: string; readonly suggestion: string } | undefined {
  if (rule === undefined || typeof rule === "boolean") return undefined;
  if (kindOfValue(rule) === "object" && Object.keys(rule as object).length > 0) return undefined;
  return {
    message: `A condition belongs here, and ${JSON.stringify(rule)} always means ${rule === null || rule === "" || rule === 0 || (Array.isArray(rule) && rule.length === 0) ? "no" : "yes"}`,
    suggestion:
      typeof rule === "string" && /^[\w.]+$/.test(rule)
        ? `{ guard: ${rule} } or { var: ${rule} }`
        : "true, false, or a rule such as { guard: NAME }",
  };
}

function countMistake(
  { operator, args, listed }: UsedOperator,
  { least, most, even }: Signature,
): string | undefined {
  // `{ absent: null }` has no argument either.
  const count = !listed && args[0] === null ? 0 : args.length;
  if (count >= least && (most === undefined || count <= most) && (even !== true || count % 2 === 0))
    return undefined;
  const wanted =
    even === true
      ? "names and values in turn"
      : most === undefined
        ? `${least} or more arguments`
        : least === most
          ? `${least === 0 ? "no" : least} argument${least === 1 ? "" : "s"}`
          : `${least} to ${most} arguments`;
  return `"${operator}" takes ${wanted}, and has ${count === 0 ? "none" : count}`;
}

function operandAt({ operands }: Signature, at: number): OperandSignature | undefined {
  return operands[at] ?? operands.at(-1);
}

function placeOf({ listed, pointer }: UsedOperator, at: number): string {
  return listed ? `${pointer}/${at}` : pointer;
}

/** Why an argument cannot be what its place asks for; undefined when it may be. */
function kindMistake(
  arg: Json,
  kinds: Kinds,
  operand: OperandSignature,
): { readonly is: string; readonly constant: boolean; readonly suggestion?: string } | undefined {
  if (operand.isCondition === true) {
    const constant = typeof arg === "boolean" ? undefined : constantMistake(arg);
    return constant === undefined
      ? undefined
      : { is: JSON.stringify(arg), constant: true, suggestion: constant.suggestion };
  }
  if (
    operand.kinds !== undefined &&
    kinds !== undefined &&
    kinds.size > 0 &&
    ![...kinds].some((kind) => operand.kinds?.includes(kind) === true)
  )
    return { is: [...kinds].map((kind) => WORDS[kind]).join(" or "), constant: false };
  if (typeof arg !== "string" || arg === "" || operand.constant === undefined) return undefined;
  return CONSTANTS[operand.constant](arg)
    ? undefined
    : {
        is: `the text "${arg}"`,
        constant: false,
        ...(/^[a-z][\w.]*$/i.test(arg) ? { suggestion: `{ var: ${arg} }` } : {}),
      };
}

/** What a text in a rule has to be like where the operator reads more than a text. */
const CONSTANTS: Readonly<
  Record<NonNullable<OperandSignature["constant"]>, (text: string) => boolean>
> = {
  number: (text) => Number.isFinite(Number(text)),
  instant: (text) => /^\d{4}-\d{2}-\d{2}/.test(text) && Number.isFinite(Date.parse(text)),
  day: (text) => /^\d{4}-\d{2}-\d{2}/.test(text) && Number.isFinite(Date.parse(text)),
};

/**
 * Why two sides of a comparison never are, or never can be compared. A plain path and a constant
 * are compared with its schema elsewhere.
 */
function comparisonMistake(
  { operator, args }: UsedOperator,
  kinds: readonly Kinds[],
): { readonly message: string; readonly suggestion: string } | undefined {
  for (const at of args.keys()) {
    const next = at + 1;
    if (next >= args.length || readsPath(args, at, next)) continue;
    const [left, right] = [kinds[at], kinds[next]];
    if (left === undefined || right === undefined || left.size === 0 || right.size === 0) continue;
    if (EQUAL.has(operator) && [left, right].some((side) => isOnly(side, ["list", "object"])))
      return {
        message: `Two ${left.has("object") || right.has("object") ? "objects" : "lists"} are never equal, even if the same stands in them`,
        suggestion: "{ in: [value, list] }, { length: list }, or a member of it",
      };
    if ([...left].some((kind) => right.has(kind))) continue;
    // `==` takes "1" for 1; a text that says no number it does not.
    if (
      operator.length === 2 &&
      EQUAL.has(operator) &&
      !args.some((arg) => typeof arg === "string" && !CONSTANTS.number(arg))
    )
      continue;
    return {
      message:
        `${[...left].map((kind) => WORDS[kind]).join(" or ")} is compared with ${[...right].map((kind) => WORDS[kind]).join(" or ")}`.replace(
          /^a/,
          "A",
        ),
      suggestion: "the same kind on both sides",
    };
  }
  return undefined;
}

/** A plain path beside a constant: what the path can be is known better by its schema. */
function readsPath(args: readonly Json[], at: number, next: number): boolean {
  const operations = [args[at], args[next]].map((arg) => operationOf(arg));
  return (
    operations.some(
      (operation) =>
        (operation?.operator === "var" || operation?.operator === "fact") &&
        operation.args.length === 1,
    ) &&
    operations.some((operation) => operation === undefined) &&
    [args[at], args[next]].every((arg) => !Array.isArray(arg) && !isEmptyObject(arg))
  );
}

function isEmptyObject(value: Json | undefined): boolean {
  return kindOfValue(value) === "object" && Object.keys(value as object).length === 0;
}

function isOnly(kinds: ReadonlySet<Kind>, of: readonly Kind[]): boolean {
  return [...kinds].every((kind) => of.includes(kind));
}

function saysOnly(kinds: ReadonlySet<Kind> | undefined, kind: Kind): boolean {
  return kinds?.size === 1 && kinds.has(kind);
}

function withArticle(name: string): string {
  return /^[{]/.test(name) ? name : `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}

import { asList, isObject, type Json } from "../../../language/json.ts";
import { membersWithin, pathsRead } from "../../../rules/members.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";

/** Roots of rules that hold what a service, a provider or a link has said. */
const SAID = new Set(["answer", "received"]);

const EQUAL = new Set(["===", "=="]);

/** Says of rules whether they prove that something was answered well. */
export class ProvingRules {
  constructor(private readonly flow: Pick<CompiledVariant, "guards" | "values">) {}

  /**
   * Whether a rule holds only where a call had the outcome `success`, or where something was
   * answered or received. An outcome that the author named may be a refusal: a service may answer
   * 200 with `valid: false`.
   */
  proves(rule: Json): boolean {
    const [only, ...more] = Object.entries(isObject(rule) ? rule : {});
    if (only === undefined || more.length > 0) return false;
    const [operator, operand] = only;
    const args = asList(operand);
    if (operator === "and") return args.some((part) => this.proves(part));
    if (operator === "or") return args.length > 0 && args.every((part) => this.proves(part));
    if (operator === "!!") return this.proves(args[0] ?? operand);
    if (operator === "guard") return this.proves(this.ruleOf("guards", operand));
    if (operator === "value") return this.proves(this.ruleOf("values", operand));
    if (operator === "!" || operator === "!==" || operator === "!=") return false;
    if (EQUAL.has(operator)) return this.isEqual(args);
    if (operator === "in" && isOutcome(args[0]))
      return asList(args[1]).every((each) => each === "success");
    return readsSaid(rule);
  }

  private isEqual(args: readonly Json[]): boolean {
    const [left, right] = isOutcome(args[1]) ? [args[1], args[0]] : args;
    if (isOutcome(left)) return right === "success";
    const isAbsent = args.some((arg) => arg === null || arg === false || arg === "");
    return !isAbsent && args.some(readsSaid);
  }

  private ruleOf(kind: "guards" | "values", name: Json): Json {
    return this.flow[kind].get(String([name].flat()[0]))?.rule ?? null;
  }
}

/** Whether a rule reads an answer or a received event. */
export function readsSaid(rule: Json): boolean {
  for (const path of pathsRead(membersWithin(rule)))
    if (SAID.has(path.split(".", 1)[0] ?? "")) return true;
  return false;
}

function isOutcome(rule: Json | undefined): boolean {
  return isObject(rule) && [rule["var"]].flat()[0] === "outcome";
}

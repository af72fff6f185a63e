import { asList, isObject, type Json } from "../../../language/json.ts";
import { membersWithin, pathsRead } from "../../../rules/members.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import { outcomesOf } from "../../outcomes-of.ts";

/** Roots of rules that hold what a service, a provider or a link has said. */
const SAID = new Set(["answer", "received"]);

/** Outcomes of calls without a good answer. */
const FAILED: readonly string[] = ["failed", "forbidden", "network", "timeout", "unknown"];

const EQUAL = new Set(["===", "=="]);

/** Statuses by which a service refuses. */
const REFUSING = Array.from({ length: 200 }, (_, at) => at + 400);
const WELL = Array.from({ length: 300 }, (_, at) => at + 100);

/** Says of rules whether they prove that something was answered well. */
export class ProvingRules {
  private readonly failing: ReadonlySet<string>;

  constructor(private readonly flow: CompiledVariant) {
    this.failing = failingOutcomes(flow);
  }

  /**
   * Whether a rule holds only where a call had an outcome that is no failure, or where something
   * was answered or received.
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
    if (operator === "in" && isOutcome(args[0])) return asList(args[1]).every(this.isSuccess);
    return readsSaid(rule);
  }

  private isEqual(args: readonly Json[]): boolean {
    const [left, right] = isOutcome(args[1]) ? [args[1], args[0]] : args;
    if (isOutcome(left)) return this.isSuccess(right ?? null);
    const isAbsent = args.some((arg) => arg === null || arg === false || arg === "");
    return !isAbsent && args.some(readsSaid);
  }

  private readonly isSuccess = (outcome: Json): boolean =>
    typeof outcome === "string" && !this.failing.has(outcome);

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

/**
 * The outcomes of failures, and those of calls that refusing statuses alone give, such as
 * `tooMany` of 429.
 */
function failingOutcomes(flow: CompiledVariant): ReadonlySet<string> {
  const failing = new Set(FAILED);
  const fine = new Set(["success"]);
  for (const call of flow.calls.values())
    for (const outcome of outcomesOf(call)) {
      const rules = call.outcomes.filter((each) => each.outcome === outcome);
      const holds = (statuses: readonly number[]) =>
        rules.some(({ when }) => statuses.some((status) => when.test({ status })));
      if (holds(REFUSING) && !holds(WELL)) failing.add(outcome);
      else if (!FAILED.includes(outcome)) fine.add(outcome);
    }
  return new Set([...failing].filter((outcome) => !fine.has(outcome)));
}

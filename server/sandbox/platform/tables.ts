import { asList, asObject, type Json, type JsonObject } from "../../../engine/language/json.ts";
import { compileRule } from "../../../engine/rules/compile-rule.ts";
import { ANY_NAMES } from "../../../engine/rules/rule-names.ts";
import type { Effect, SandboxAnswers, SandboxTables, SandboxValues } from "./table-types.ts";

const NO_VALUES: SandboxValues = {
  codes: {},
  refusedNumbers: {},
  banks: [],
  instantLink: { default: {}, users: {} },
  cardBrands: [],
  cards: [],
  phoneLinks: { default: { polls: -1, ends: "IN_PROGRESS" }, byLast4: {} },
  inquiries: {},
  cashAdvanceOffers: [],
  websites: {},
  prices: [],
  plans: {},
  configurations: [],
  bundles: {},
  predictions: {},
};
const NO_ANSWERS: SandboxAnswers = {
  answers: {},
  skipAsksFor: "",
  keepsNothingBack: [],
  ownerStepUps: [],
};
const NO_ACCOUNTS: { readonly customers: SandboxTables["accounts"] } = { customers: {} };

/**
 * The tables of a flow's sandbox, from the contents of its files in sandbox/platform/.
 *
 * @param honoured whether test values have an effect here; without them every application is
 *   approved, and links and inquiries end when their providers report it
 */
export function readTables(
  definitions: Readonly<Record<string, Json>>,
  honoured = true,
): SandboxTables {
  const table = (name: string) =>
    (honoured ? asObject(definitions[`sandbox/platform/${name}.yaml`]) : {}) as Readonly<
      Record<string, never>
    >;
  const decisions: JsonObject = table("decisions");
  const rules = asList(decisions["rules"]);
  return {
    tokens: asObject(decisions["tokens"]) as unknown as SandboxTables["tokens"],
    rules: rules.map((rule: Json) => {
      const { id, when, description: _description, ...effect } = asObject(rule);
      const compiled = compileRule(when ?? true, ANY_NAMES, () => undefined);
      return {
        id: String(id),
        effect: effect as unknown as Effect,
        matches: (facts: JsonObject) => compiled.test(facts),
      };
    }),
    values: { ...NO_VALUES, ...table("values") },
    accounts: { ...NO_ACCOUNTS, ...table("accounts") }.customers,
    // The mapping of updates to step-ups is no test value.
    answers: {
      ...NO_ANSWERS,
      ...(asObject(definitions["sandbox/platform/answers.yaml"]) as Readonly<
        Record<string, never>
      >),
    },
  };
}

/** The value when it is a non-empty text. */
export function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

import { asList, asObject, type Json, type JsonObject } from "../../../engine/language/json.ts";
import { compileRule } from "../../../engine/rules/compile-rule.ts";
import { ANY_NAMES } from "../../../engine/rules/rule-names.ts";
import type { AccountsFile } from "./generated/accounts.ts";
import type { DecisionsFile, TokenEffect } from "./generated/decisions.ts";
import type { SandboxAnswers } from "./generated/answers.ts";
import type { SandboxValues } from "./generated/values.ts";

/** The effect of one test value or rule on the outcome. */
export type Effect = Omit<TokenEffect, "description">;

/**
 * The effects of test values. The specification leaves the platform's own rules open (spec 1 §4),
 * so the tables in flows/<flow>/sandbox/platform/ replace them; schemas/platform/ describes their
 * form.
 */
export interface SandboxTables extends Pick<DecisionsFile, "tokens"> {
  readonly rules: readonly {
    readonly id: string;
    readonly effect: Effect;
    matches(facts: JsonObject): boolean;
  }[];
  readonly values: SandboxValues;
  readonly answers: SandboxAnswers;
  /** Test customers by the e-mail they sign in with. */
  readonly accounts: AccountsFile["customers"];
}

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

import { asObject, type Json, type JsonObject } from "../../../engine/language/json.ts";
import type { Once } from "./generated/decisions.ts";
import type { Effect, SandboxTables } from "./tables.ts";

/** The outcome of an application or an owner. */
export interface Outcome extends Omit<Effect, "stepUp" | "decision" | "set" | "once" | "loses"> {
  readonly decision: string;
  readonly stepUps: readonly string[];
  readonly set: JsonObject;
  readonly once: readonly (Once & { readonly because: string })[];
  readonly loses: readonly NonNullable<Effect["loses"]>[];
  /** Deciding test values and rules, in order. */
  readonly because: readonly string[];
}

const TAG = /\+sbx\.([a-z0-9.-]+)@/i;

/**
 * Decides about a submission: approved without step-ups, unless the tag in an e-mail
 * (`+sbx.TOKENS@`), the `mock` parameter or a rule over the values decides otherwise. The last
 * decision named wins.
 *
 * @param facts submitted values: `applicant`, `company`, `application`, or `owner`
 */
export function decideApplication(tables: SandboxTables, facts: JsonObject): Outcome {
  const tokens = tokensIn(facts).filter((token) => Object.hasOwn(tables.tokens, token));
  const known = { ...facts, digits: digitsOf(facts) };
  const effects = [
    ...tokens.map((token) => ({ because: `token:${token}`, effect: tables.tokens[token] ?? {} })),
    ...tables.rules
      .filter((rule) => rule.matches(known))
      .map(({ id, effect }) => ({ because: `rule:${id}`, effect })),
  ];
  // Declared partners are still to be entered as owners.
  const set: JsonObject =
    asObject(facts["company"])["hasPartners"] === "yes" ? { boStatus: "WAITING_FOR_INFO" } : {};
  return effects.reduce<Outcome>(added, {
    decision: "APPROVED",
    stepUps: [],
    set,
    once: [],
    loses: [],
    because: [],
  });
}

/** Decides about an owner: only some step-ups apply to owners. */
export function decideOwner(tables: SandboxTables, owner: JsonObject): Outcome {
  const outcome = decideApplication(tables, { owner });
  return {
    ...outcome,
    stepUps: outcome.stepUps.filter((stepUp) => tables.answers.ownerStepUps.includes(stepUp)),
  };
}

function added(
  outcome: Outcome,
  { because, effect }: { readonly because: string; readonly effect: Effect },
): Outcome {
  const { decision, stepUp, set, once, loses, status, drop, refuse } = effect;
  const { pendingForMs, inquiry, later, ownIds, shownOnly } = effect;
  return {
    ...outcome,
    ...(status === undefined ? {} : { status }),
    ...(drop === undefined ? {} : { drop }),
    ...(refuse === undefined ? {} : { refuse }),
    ...(pendingForMs === undefined ? {} : { pendingForMs }),
    ...(inquiry === undefined ? {} : { inquiry }),
    ...(later === undefined ? {} : { later }),
    ...(ownIds === undefined ? {} : { ownIds }),
    ...(shownOnly === undefined ? {} : { shownOnly }),
    because: [...outcome.because, because],
    decision: decision ?? outcome.decision,
    stepUps:
      stepUp === undefined || outcome.stepUps.includes(stepUp)
        ? outcome.stepUps
        : [...outcome.stepUps, stepUp],
    set: { ...outcome.set, ...set },
    once: once === undefined ? outcome.once : [...outcome.once, { ...once, because }],
    loses: loses === undefined ? outcome.loses : [...outcome.loses, loses],
  };
}

function tokensIn(facts: JsonObject): string[] {
  const { email } = asObject(facts["owner"] ?? facts["applicant"]);
  const address = typeof email === "string" ? email : String(asObject(email)["emailAddress"] ?? "");
  const mock =
    facts["owner"] === undefined ? String(asObject(facts["application"])["mock"] ?? "") : "";
  return (TAG.exec(address)?.[1] ?? mock).toLowerCase().split(".");
}

const SOURCES: Readonly<Record<string, string>> = {
  SSN4: "ssn4",
  SSN9: "ssn",
  SIN: "sin",
  FEIN: "ein",
  BN: "corporation",
  CN: "corporation",
};

/** The digits of every submitted number, by kind: ssn4, ssn, sin, ein, corporation. */
function digitsOf(facts: JsonObject): JsonObject {
  const person = asObject(facts["owner"] ?? facts["applicant"]);
  const given: Record<string, Json> = {};
  for (const holder of [person, asObject(facts["company"])]) {
    const { value, sourceType } = asObject(holder["governmentIdentification"]);
    const kind = SOURCES[String(sourceType)];
    if (kind !== undefined && typeof value === "string") given[kind] = value.replaceAll(/\D/g, "");
  }
  return given;
}

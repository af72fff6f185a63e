import type { CompiledVariant } from "../../engine/compile/compiled-variant.ts";
import { isObject, type Json, type JsonObject } from "../../engine/language/json.ts";
import { compileRule } from "../../engine/rules/compile-rule.ts";
import { firstMatch } from "../../engine/rules/first-match.ts";
import { ANY_NAMES } from "../../engine/rules/rule-names.ts";
import { shippedLibrary } from "../definitions.ts";
import { contest, type Contestant } from "./contest.ts";
import { firstByHand } from "./routing-by-hand.ts";
import { randomOf } from "./random.ts";
import { logicPeers, type LogicPeer } from "./peers/logic-peers.ts";

/** How a list of rules of which the first that holds counts is measured. */
export interface RulesBench {
  readonly rounds: number;
}

/**
 * Rules of the documents, and ten thousand of one kind, beside the same by hand and other
 * evaluators of JSON-logic.
 */
export async function measureRules({ rounds }: RulesBench): Promise<void> {
  const flow = (await shippedLibrary()).flows.get("merchant-signup");
  const [variant] = flow?.variants ?? [];
  if (flow === undefined || variant === undefined) throw new Error("there is no flow to measure");
  const rules = documentsRules(flow.variant(variant));
  console.log(
    `Rules: the first of ${rules.length} rules of the documents, over 2,000 states; processor time`,
  );
  const states = routedStates();
  const tree = firstMatch(rules, ANY_NAMES);
  contest(
    [
      { name: "by hand in TypeScript", answer: firstByHand },
      { name: "Foyer", answer: (facts) => tree(facts, 0) },
      ...inTurn(rules, [FOYER_ONE_BY_ONE, ...(await logicPeers())]),
    ],
    states,
    { rounds, ms: 100 },
  );
  await measureMany(rounds);
}

/** Foyer's compiled rules without the decision tree over them. */
const FOYER_ONE_BY_ONE: LogicPeer = {
  name: "Foyer, rule by rule",
  compile: (rule) => compileRule(rule, ANY_NAMES, () => undefined).test,
};

/** Evaluators that ask rule by rule. */
function inTurn(
  rules: readonly Json[],
  peers: readonly LogicPeer[],
): readonly Contestant<JsonObject>[] {
  return peers.map(({ name, compile }) => {
    const compiled = rules.map((rule) => compile(rule));
    return {
      name,
      share: rules.length > 100 ? rules.length : 20,
      answer: (facts) => compiled.findIndex((test) => test(facts)),
    };
  });
}

const SCREENS = 2000;
const RULES_A_SCREEN = 5;

/** Ten thousand rules as a large flow has them: of each screen, what was answered leads on. */
async function measureMany(rounds: number): Promise<void> {
  const random = randomOf(7);
  const rows = Array.from({ length: SCREENS * RULES_A_SCREEN }, (_, at) => ({
    screen: `screen-${Math.floor(at / RULES_A_SCREEN)}`,
    kind: `kind-${random(4)}`,
    least: random(100),
    market: random(2) === 0 ? "US" : "CA",
  }));
  const rules = rows.map(({ screen, kind, least, market }): JsonObject => ({
    and: [
      { "===": [{ var: "screen" }, screen] },
      { "===": [{ var: "answers.kind" }, kind] },
      { ">=": [{ var: "answers.amount" }, least] },
      { "===": [{ var: "market" }, market] },
    ],
  }));
  const states = Array.from({ length: 2000 }, () => ({
    screen: `screen-${random(SCREENS)}`,
    market: random(2) === 0 ? "US" : "CA",
    answers: { kind: `kind-${random(4)}`, amount: random(100) },
  }));
  const table = new Map<string, { at: number; row: (typeof rows)[number] }[]>();
  for (const [at, row] of rows.entries())
    table.set(row.screen, [...(table.get(row.screen) ?? []), { at, row }]);
  const start = process.cpuUsage();
  const tree = firstMatch(rules, ANY_NAMES);
  for (const state of states) tree(state, 0);
  const { user, system } = process.cpuUsage(start);
  console.log(
    `\nThe first of ${rules.length} rules over ${SCREENS} screens; compiled in ${Math.round((user + system) / 1000)} ms, with the branches that 2,000 states lead to`,
  );
  contest<(typeof states)[number]>(
    [
      {
        name: "a table by hand in TypeScript",
        answer: ({ screen, market, answers }) =>
          table
            .get(screen)
            ?.find(
              ({ row }) =>
                row.kind === answers.kind && answers.amount >= row.least && row.market === market,
            )?.at ?? -1,
      },
      { name: "Foyer", answer: (facts) => noneAsMinusOne(tree(facts, 0), rules.length) },
      ...inTurn(rules, [FOYER_ONE_BY_ONE, ...(await logicPeers())]),
    ],
    states,
    { rounds, ms: 100 },
  );
}

function noneAsMinusOne(at: number, count: number): number {
  return at < count ? at : -1;
}

/** The routing of a decided application as one list: step-ups, then what the decision means. */
function documentsRules(flow: CompiledVariant): readonly Json[] {
  const whens = (table: string) =>
    (flow.tables.get(table)?.rows ?? []).map(({ when }) => inlined(when?.rule ?? true, flow));
  const asked = inlined({ "!!": { value: "pendingStepUp" } }, flow);
  return [
    { "===": [{ var: "application.decision" }, "ERROR"] },
    { "!": { var: "application.decision" } },
    ...whens("step-ups").map((rule): Json => (rule === true ? asked : rule)),
    ...whens("next-screen/nothing-pending"),
  ];
}

/** A rule with its guards and values written out: other evaluators know no names. */
function inlined(rule: Json, flow: CompiledVariant): Json {
  if (Array.isArray(rule)) return rule.map((part: Json) => inlined(part, flow));
  if (!isObject(rule)) return rule;
  const { guard, value } = rule;
  if (typeof guard === "string") return inlined(flow.guards.get(guard)?.rule ?? null, flow);
  if (typeof value === "string") return inlined(flow.values.get(value)?.rule ?? null, flow);
  return Object.fromEntries(
    Object.entries(rule).map(([operator, args]) => [operator, inlined(args, flow)]),
  );
}

/** States of applications in which every rule is the first for some. */
function routedStates(): readonly JsonObject[] {
  const random = randomOf(42);
  const one = <Of>(choices: readonly Of[]) => choices[random(choices.length)] as Of;
  const emptyChannel: JsonObject = {};
  const yes = (percent: number) => random(100) < percent;
  return Array.from({ length: 2000 }, () => ({
    portal: one(["hosting", "retail", "partner"]),
    currency: one(["USD", "CAD"]),
    application: {
      id: "urn:application:1",
      decision: one([
        null,
        "ERROR",
        "PENDING",
        "APPROVED",
        "APPROVED_PENDING",
        "DECLINED",
        "APPROVED",
      ]),
      stepUpDetails: yes(50)
        ? []
        : [...(yes(50) ? ["BO_VERIFICATION"] : []), ...(yes(80) ? [one(STEP_UPS)] : [])],
      submitting: yes(20),
      intent: one(["CREATE_BUSINESS", "ADD_STORE", "ADD_PRODUCT", "ADD_CHANNEL"]),
      boStatus: one(["INFO_PROVIDED", "WAITING_FOR_INFO", "NONE", "NONE"]),
      originalApplicationLevel: one(["BASIC", "FULL"]),
      applicationLevel: one(["BASIC", "FULL"]),
    },
    flags: {
      isPhoneAuthEnabled: yes(50),
      addStorePagesEnabled: yes(50),
      alternatePartnerFlow: yes(50),
      newSignupFlowEnabled: yes(50),
    },
    bank: { submitted: yes(40) },
    order: { submitted: yes(50) },
    channel: yes(50) ? emptyChannel : { requested: yes(50), name: yes(50) ? "a name" : "" },
  }));
}

const STEP_UPS = [
  "BO_INFO",
  "BUSINESS_INFO",
  "OTP_SMS",
  "PHONE_AUTH",
  "GOV_ID_SELFIE",
  "EIN_DOC",
  "FULL_SSN",
  "FULL_ONBOARDING",
  "SOMETHING_ELSE",
];

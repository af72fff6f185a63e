import { performance } from "node:perf_hooks";
import jsonLogic from "json-logic-js";
import { evaluateTable } from "../../engine/transition/evaluate-table.ts";
import { Changes } from "../../engine/transition/changes.ts";
import { buildFacts } from "../../engine/transition/facts.ts";
import { compileRule } from "../../engine/rules/compile-rule.ts";
import { ANY_NAMES } from "../../engine/rules/rule-names.ts";
import { shippedLibrary } from "../definitions.ts";

const times = (label: string, work: () => void, ms = 800): number => {
  for (let warm = 0; warm < 2000; warm++) work();
  let count = 0;
  const start = performance.now();
  while (performance.now() - start < ms) for (let batch = 0; batch < 100; batch++, count++) work();
  const perSecond = (count / (performance.now() - start)) * 1000;
  console.log(
    `  ${label.padEnd(52)}${Math.round(perSecond).toLocaleString("en-US").padStart(14)} a second`,
  );
  return perSecond;
};

/** How many decisions a second, by the compiled table, by hand and by json-logic-js. */
export async function measureDecisions(): Promise<void> {
  console.log("Decisions: where a decided application goes, by rules of the shipped flow");
  const flow = [...(await shippedLibrary()).flows.values()].find(
    ({ fixtures }) => fixtures.length > 5,
  );
  const [variant] = flow?.variants ?? [];
  if (flow === undefined || variant === undefined) throw new Error("there is no flow to measure");
  const compiled = flow.variant(variant);
  const states = ["OTP_SMS", "FULL_SSN", "", "FULL_ONBOARDING"].map((stepUp) => ({
    application: {
      id: "urn:app:1",
      submitted: true,
      decision: "APPROVED",
      stepUpDetails: stepUp === "" ? [] : ["BO_VERIFICATION", stepUp],
    },
  }));
  const context = {
    now: "2026-03-01T10:00:00Z",
    variant,
    locale: "en-US",
    signedIn: true,
    uuids: [],
  };
  const facts = states.map((state) => buildFacts(compiled, state, context));
  let at = 0;
  const table = times(
    "the table, compiled",
    () =>
      void evaluateTable(
        compiled,
        "next-screen",
        new Changes(facts[at++ % facts.length] ?? {}),
        {},
      ),
  );
  const byHand = (application: (typeof states)[number]["application"]) => {
    const pending = application.stepUpDetails.find((each) => each !== "BO_VERIFICATION");
    if (pending === "OTP_SMS" || pending === "PHONE_AUTH") return "otp";
    if (pending === "FULL_SSN") return "ssn";
    if (pending === "FULL_ONBOARDING") return "applicant";
    return application.decision === "APPROVED" ? "complete" : "success";
  };
  const hand = times(
    "the same by hand in TypeScript",
    () =>
      void byHand(
        (
          states[at++ % states.length] ??
          states[0] ?? { application: { id: "", submitted: true, decision: "", stepUpDetails: [] } }
        ).application,
      ),
  );
  const rule = {
    first: {
      filter: [{ var: "application.stepUpDetails" }, { "!==": [{ var: "" }, "BO_VERIFICATION"] }],
    },
  };
  const one = compileRule(rule.first as never, ANY_NAMES, () => undefined);
  const compiledRule = times(
    "one rule of it, compiled",
    () => void one.evaluate(facts[at++ % facts.length] ?? {}),
  );
  const interpreted = times(
    "the same rule by json-logic-js",
    () => void jsonLogic.apply(rule.first as never, facts[at++ % facts.length]),
  );
  console.log(
    `  ratio: by hand ${(hand / table).toFixed(1)}× the table; a compiled rule ${(compiledRule / interpreted).toFixed(1)}× json-logic-js\n`,
  );
}

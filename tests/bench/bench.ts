import { performance } from "node:perf_hooks";
import { gzipSync } from "node:zlib";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import autocannon from "autocannon";
import Fastify from "fastify";
import jsonLogic from "json-logic-js";
import pg from "pg";
import { evaluateTable } from "../../engine/transition/evaluate-table.ts";
import { Changes } from "../../engine/transition/changes.ts";
import { buildFacts } from "../../engine/transition/facts.ts";
import { compileRule } from "../../engine/rules/compile-rule.ts";
import { ANY_NAMES } from "../../engine/rules/rule-names.ts";
import { PROJECT, shippedLibrary } from "../definitions.ts";
import { measurePages } from "./page.ts";
import { ANSWERS, OUTSIDE, testService, Visitor } from "../server/service.ts";

/*
 * Speed as ratios to a baseline measured in the same run: absolute figures belong to a machine, ratios do not.
 * `npm run bench`, on the production build.
 */

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

console.log("Decisions: where a decided application goes, by rules of the shipped flow");
{
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

console.log(
  "A durable step over HTTP (state, journal and idempotency key in one transaction), against bare Fastify with one UPDATE",
);
{
  const { service, stop } = await testService("outside");
  const visitor = new Visitor(service);
  await visitor.get("/get-started");
  await visitor.act("submit");
  const address = await service.app.listen({ port: 0, host: "127.0.0.1" });
  const rounds: number[] = [];
  const client = new pg.Pool({ connectionString: OUTSIDE, max: 16 });
  await client.query(
    "create table if not exists bench_steps (id int primary key, state jsonb, revision int)",
  );
  await client.query("insert into bench_steps values (1, '{}', 0) on conflict do nothing");
  const bare = Fastify();
  bare.post(
    "/",
    async (request) =>
      (
        await client.query(
          "update bench_steps set state = $1, revision = revision + 1 where id = 1 returning revision",
          [JSON.stringify(request.body)],
        )
      ).rows[0] as object,
  );
  const bareAddress = await bare.listen({ port: 0, host: "127.0.0.1" });
  const body = JSON.stringify({ action: "submit", data: ANSWERS.applicant, revision: 1 });
  const bareRun = await autocannon({
    url: bareAddress,
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    connections: 1,
    duration: 3,
  });
  // Steps of one application follow one another: each carries the revision of the one before.
  const begin = performance.now();
  const path = visitor.path;
  while (performance.now() - begin < 3000) {
    const response = await fetch(`${address}${path}`, {
      method: "POST",
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        cookie: visitor.cookie ?? "",
        host: "localhost",
      },
      body: JSON.stringify({
        action: "submit",
        data: ANSWERS.applicant,
        revision: visitor.revision,
      }),
    });
    visitor.revision = ((await response.json()) as { revision: number }).revision;
    rounds.push(response.status);
  }
  const ours = rounds.length / ((performance.now() - begin) / 1000);
  console.log(
    `  a step, view included                               ${Math.round(ours).toString().padStart(14)} a second`,
  );
  console.log(
    `  bare Fastify with one UPDATE                        ${Math.round(bareRun.requests.average).toString().padStart(14)} a second`,
  );
  console.log(
    `  ratio at one connection: ${(ours / bareRun.requests.average).toFixed(2)}; answers other than 200: ${rounds.filter((status) => status !== 200).length}\n`,
  );
  await bare.close();
  await client.query("drop table bench_steps");
  await client.end();
  await stop();
}

console.log("JavaScript of the first page, gzipped");
{
  const folder = join(PROJECT, "dist/web/client/assets");
  const sizes = readdirSync(folder).map((name) => ({
    name,
    kib: gzipSync(readFileSync(join(folder, name)), { level: 9 }).length / 1024,
  }));
  for (const { name, kib } of sizes)
    console.log(`  ${name.padEnd(52)}${kib.toFixed(1).padStart(10)} KiB`);
}

console.log(
  "\nThe page in Chromium beside other renderers of forms, slow 4G and a CPU slowed four times; ratios to static HTML",
);
await measurePages();

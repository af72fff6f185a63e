import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { runFixture } from "../../engine/fixtures/run-fixture.ts";
import { Applications } from "../../server/storage/repositories/applications.ts";
import { sealState } from "../../server/storage/secrets/personal-values.ts";
import { openVault } from "../../server/storage/secrets/vault.ts";
import { Planner } from "../../server/definitions/plan.ts";
import { shippedSources } from "../definitions.ts";
import { testService } from "../server/service.ts";
import { mustReplace } from "../must-replace.ts";

/*
 * How long `foyer plan` takes over many applications: `npx tsx tests/bench/plan.ts [APPLICATIONS]`.
 * The states are those that the fixtures of the largest flow go through, personal values sealed;
 * one row of it is changed.
 */

const COUNT = Number(process.argv[2] ?? 10_000);
const KEY = Buffer.alloc(32, 7).toString("base64");
const FLOW = "merchant-signup";

const { service, stop } = await testService("outside", { FOYER_KEY: KEY });
const flow = service.library().flows.get(FLOW);
if (flow === undefined) throw new Error("the flow is not there");
const vault = openVault(KEY);
const states = flow.fixtures.flatMap((fixture) =>
  runFixture(flow, fixture).steps.map(({ state, context }) => ({
    state,
    variant: context.variant,
  })),
);
const insert =
  "insert into applications (key, id, flow, flow_version, variant, subject, state, bound_revision) select * from jsonb_to_recordset($1) as x(key uuid, id text, flow text, flow_version text, variant jsonb, subject bytea, state jsonb, bound_revision integer)";
for (let at = 0; at < COUNT; at += 500) {
  const rows = Array.from({ length: Math.min(500, COUNT - at) }, (_, index) => {
    const { state, variant } = states[(at + index) % states.length] ?? {
      state: {},
      variant: flow.variants[0],
    };
    const key = randomUUID();
    const sealed =
      variant === undefined
        ? state
        : sealState(
            state,
            flow.variant(variant).pii,
            { column: "applications.state", row: key },
            { vault },
          );
    return {
      key,
      id: `urn:app:${randomUUID()}`,
      flow: FLOW,
      flow_version: flow.version,
      variant,
      subject: "\\x00",
      state: sealed,
      bound_revision: 0,
    };
  });
  await service.database.query(insert, [JSON.stringify(rows)]);
}

const table = `flows/${FLOW}/transitions/resume.yaml`;
const changed = new Map(await shippedSources);
changed.set(table, mustReplace(changed.get(table), "to: verifying }", "to: success }"));
const begin = performance.now();
const processor = process.cpuUsage();
const before = compileFlow(await shippedSources, FLOW, ["CI"], { checks: "shapes" });
const after = compileFlow(changed, FLOW, ["CI"]);
if (before?.ok !== true || after?.ok !== true) throw new Error("the flow does not compile");
const compiled = performance.now();
const planner = new Planner(
  { before: before.flow, after: after.flow },
  "CI",
  new Date().toISOString(),
);
const heap: number[] = [];
let seen = 0;
const takeNext = (application: Parameters<Planner["add"]>[0]) => {
  planner.add(application);
  if (++seen % 1000 === 0) heap.push(Math.round(process.memoryUsage().heapUsed / 1_048_576));
};
await new Applications(service.database, vault).eachOf(FLOW, takeNext, "on-read");
const streamed = performance.now();
const { applications, fixtures } = planner.plan();
const done = performance.now();
const used = process.cpuUsage(processor);
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
console.log(
  `${COUNT} applications: ${seconds(done - begin)}; compiling ${seconds(compiled - begin)}, applications ${seconds(streamed - compiled)}, fixtures ${seconds(done - streamed)}; processor time ${seconds((used.user + used.system) / 1000)}`,
);
console.log(`heap every 1000 applications, MiB: ${heap.join(" ")}`);
console.log(
  `in flight ${applications.inFlight}, unaffected ${applications.unaffected}, groups ${applications.groups.map(({ from, to, count }) => `${count} × ${from.because} → ${to.because}`).join("; ")}`,
);
console.log(
  `fixtures ${fixtures.groups.map(({ count, from, to }) => `${count} × ${from.because} → ${to.because}`).join("; ")}`,
);
await stop();

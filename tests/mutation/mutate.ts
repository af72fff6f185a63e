import { editableSources, shippedSources, toolShareSources } from "../definitions.ts";
import { baselineOf, isCaught, checkMutation, type MutationResult } from "./check-mutation.ts";
import { mutationsOf } from "./mutations.ts";

/**
 * `npx tsx tests/mutation/mutate.ts [MOST]`: breaks the good flows in every kind of way, at most MOST times
 * each (6), and reports what notices: the check, and where it lets a flow pass, the fixtures. Exit 1 when something escapes
 * other than swapped rows: two rows of which never both hold mean the same in either order.
 */
const most = Number(process.argv[2] ?? "6");
const results: MutationResult[] = [];
const start = Date.now();
for (const [flow, sources, limit] of [
  ["library-card", await editableSources, most],
  ["tool-share", await toolShareSources, most],
  ["merchant-signup", await shippedSources, Math.ceil(most / 2)],
] as const) {
  const baseline = baselineOf(sources, flow);
  const mutations = mutationsOf(sources, flow, limit);
  for (const [at, mutation] of mutations.entries()) {
    results.push(checkMutation(sources, flow, mutation, baseline));
    if (at % 25 === 0) process.stderr.write(`\r${flow} ${at + 1} of ${mutations.length}   `);
  }
}
process.stderr.write("\r");
const kinds = [...new Set(results.map(({ mutation }) => mutation.kind))];
console.log(`${"kind".padEnd(40)} made  check  fixtures  escaped`);
for (const kind of kinds) {
  const of = results.filter(({ mutation }) => mutation.kind === kind);
  const byCheck = of.filter(({ codes }) => codes.length > 0);
  const byFixtures = of.filter(({ fixtures }) => (fixtures?.length ?? 0) > 0);
  const escaped = of.filter((each) => !isCaught(each));
  console.log(
    `${kind.padEnd(40)} ${String(of.length).padStart(4)}  ${String(byCheck.length).padStart(5)}  ${String(byFixtures.length).padStart(8)}  ${escaped.length === 0 ? "" : String(escaped.length).padStart(7)}`,
  );
}
const escaped = results.filter((each) => !isCaught(each));
for (const { mutation } of escaped) console.log(`escaped  ${mutation.kind}: ${mutation.name}`);
console.log(
  `${results.length} mutations of ${kinds.length} kinds: ${results.length - escaped.length} caught, ${escaped.length} escaped, in ${Math.round((Date.now() - start) / 1000)} s`,
);
process.exitCode = escaped.every(({ mutation }) => mutation.kind === "swapped rows") ? 0 : 1;

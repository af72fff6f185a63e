import { Conditions } from "../../engine/compile/check/conditions/condition.ts";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import { editableSources, shippedSources, toolShareSources } from "../definitions.ts";
import { baselineOf, isCaught, checkMutation, type MutationResult } from "./check-mutation.ts";
import { mutationsOf } from "./mutations.ts";

/**
 * `npx tsx tests/mutation/mutate.ts [MOST]`: breaks the good flows in every kind of way, at most
 * MOST times each (6), and reports what notices: the check, and where it lets a flow pass, the
 * fixtures. Exit 1 when something escapes other than swapped rows: two rows of which never both
 * hold mean the same in either order.
 */
const most = Number(process.argv[2] ?? "6");
const results: MutationResult[] = [];
const flows = new Map<string, CompiledFlow>();
const start = Date.now();
for (const [flow, sources, limit] of [
  ["library-card", await editableSources, most],
  ["tool-share", await toolShareSources, most],
  ["merchant-signup", await shippedSources, Math.ceil(most / 2)],
] as const) {
  const baseline = baselineOf(sources, flow);
  flows.set(flow, baseline.flow);
  const mutations = mutationsOf(sources, flow, limit);
  for (const [at, mutation] of mutations.entries()) {
    results.push(checkMutation(sources, flow, mutation, baseline));
    if (at % 25 === 0) process.stderr.write(`\r${flow} ${at + 1} of ${mutations.length}   `);
  }
}
process.stderr.write("\r");
/** Whether two swapped rows never hold together, so that their order means nothing. */
function isSame({ mutation: { kind, name, changed } }: MutationResult): boolean {
  const [, later = "", sooner = ""] = /: (\S+) before (\S+)$/.exec(name) ?? [];
  const [path = ""] = [...changed.keys()];
  const flow = flows.get(path.split("/")[1] ?? "");
  const [variant] = flow?.variants ?? [];
  if (kind !== "swapped rows" || flow === undefined || variant === undefined) return false;
  const compiled = flow.variant(variant);
  const rows = compiled.tables.get(/([^/]+)\.yaml$/.exec(path)?.[1] ?? "")?.rows ?? [];
  const conditions = new Conditions(compiled);
  const both = [later, sooner].map((id) =>
    conditions.of(rows.find((row) => row.id === id)?.definition.when, conditions.open),
  );
  return !conditions.canHold(both);
}

const kinds = [...new Set(results.map(({ mutation }) => mutation.kind))];
console.log(`${"kind".padEnd(40)} made  check  fixtures  escaped`);
for (const kind of kinds) {
  const of = results.filter(({ mutation }) => mutation.kind === kind);
  const byCheck = of.filter(({ codes }) => codes.length > 0);
  const byFixtures = of.filter(({ fixtures }) => (fixtures?.length ?? 0) > 0);
  const escaped = of.filter((each) => !isCaught(each) && !isSame(each));
  console.log(
    `${kind.padEnd(40)} ${String(of.length).padStart(4)}  ${String(byCheck.length).padStart(5)}  ${String(byFixtures.length).padStart(8)}  ${escaped.length === 0 ? "" : String(escaped.length).padStart(7)}`,
  );
}
const same = results.filter((each) => !isCaught(each) && isSame(each));
const escaped = results.filter((each) => !isCaught(each) && !isSame(each));
for (const { mutation } of escaped) console.log(`escaped  ${mutation.kind}: ${mutation.name}`);
console.log(
  `${results.length} mutations of ${kinds.length} kinds: ${results.length - escaped.length - same.length} caught, ${same.length} the same in either order, ${escaped.length} escaped, in ${Math.round((Date.now() - start) / 1000)} s`,
);
process.exitCode = escaped.every(({ mutation }) => mutation.kind === "swapped rows") ? 0 : 1;

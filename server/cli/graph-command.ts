import type { Variant } from "../../engine/application/variant.ts";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import { flowGraph, type FlowGraph } from "../../engine/explain/flow-graph.ts";
import { runFixture } from "../../engine/replay/run-fixture.ts";
import type { Command } from "./commands.ts";
import { readOptions } from "./options.ts";
import { libraryHere } from "./read-library.ts";

/** `foyer graph`: the flow as a picture. */
export const graphCommand: Command = {
  name: "graph",
  says: "draws a flow as a Mermaid diagram",
  usage: "graph [FLOW] [--portal NAME] [--market CODE] [--reseller ID] [--fixture NAME] [--json]",
  help: "Screens as boxes, those of a sequence together; actions and table rows as arrows with the row's name. The flow as one variant sees it; with --fixture the variant of that fixture, and the screens it meets stand out. With --json the nodes and edges. Without FLOW the first flow is drawn.",
  async run(args, json) {
    const { options, rest } = readOptions(args, ["portal", "market", "reseller", "fixture"]);
    const { flows } = await libraryHere();
    const flow = rest[0] === undefined ? [...flows.values()].toSorted((a, b) => a.definition.mount.length - b.definition.mount.length)[0] : flows.get(rest[0]);
    const [first] = flow?.variants ?? [];
    if (flow === undefined || first === undefined) throw new Error(`there is no flow ${rest[0] ?? ""}; there are ${[...flows.keys()].join(", ")}`);
    const fixture = flow.fixtures.find((each) => each.fixture === options.fixture);
    if (options.fixture !== undefined && fixture === undefined) throw new Error(`there is no fixture ${options.fixture}`);
    const given = fixture?.given.variant;
    const reseller = options.reseller ?? given?.reseller;
    const variant: Variant = {
      portal: options.portal ?? given?.portal ?? first.portal,
      market: options.market ?? given?.market ?? first.market,
      environment: given?.environment ?? first.environment,
      ...(reseller === undefined ? {} : { reseller }),
    };
    const graph = flowGraph(flow.variant(variant));
    const met = fixture === undefined ? [] : runFixture(flow, fixture).steps.flatMap(({ screen }) => (screen === undefined ? [] : [screen]));
    if (json) console.log(JSON.stringify({ ...graph, ...(fixture === undefined ? {} : { met }) }, null, 2));
    else console.log(mermaid(flow, graph, flow.variant(variant).sequences, met));
    return 0;
  },
};

/** The graph as Mermaid reads it. */
export function mermaid(flow: CompiledFlow, { nodes, edges }: FlowGraph, sequences: ReadonlyMap<string, readonly string[]>, met: readonly string[]): string {
  const id = (name: string) => name.replaceAll(/[^A-Za-z0-9]/g, "_");
  const box = ({ name, path }: FlowGraph["nodes"][number]) => `["${name}<br/>${path}"]`;
  const grouped = new Set([...sequences.values()].flat());
  const steps = new Set(met.slice(1).map((screen, at) => `${met[at] ?? ""} ${screen}`));
  const followed = edges.flatMap(({ from, to }, at) => (steps.has(`${from} ${to}`) ? [at] : []));
  return [
    `%% ${flow.id} ${flow.version}`,
    "flowchart TD",
    ...[...sequences].flatMap(([name, screens]) => [
      `  subgraph sequence_${id(name)}["${name}"]`,
      ...nodes.filter((node) => screens.includes(node.name)).map((node) => `    ${id(node.name)}${box(node)}`),
      "  end",
    ]),
    ...nodes.filter(({ name }) => !grouped.has(name)).map((node) => `  ${id(node.name)}${box(node)}`),
    ...edges.map(({ from, to, label }) => `  ${id(from)} -- "${label}" --> ${id(to)}`),
    ...(met.length === 0 ? [] : ["  classDef met stroke-width:4px", `  class ${[...new Set(met)].map(id).join(",")} met`]),
    ...(followed.length === 0 ? [] : [`  linkStyle ${followed.join(",")} stroke-width:4px`]),
  ].join("\n");
}

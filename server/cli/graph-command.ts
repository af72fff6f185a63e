import { readAxes } from "./read-axes.ts";
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { shellWords, shellWordsOf } from "../../engine/copy/shell-words.ts";
import { flowGraph } from "../../engine/tools/flow-graph.ts";
import { flowPicture, type FlowPicture } from "../../engine/tools/flow-picture.ts";
import { ruleDescriptionsOf } from "../../engine/tools/rule-descriptions.ts";
import { runFixture } from "../../engine/fixtures/run-fixture.ts";
import { mermaid } from "./graph/mermaid.ts";
import { defineCommand } from "./command.ts";
import { sourcesHere, uncheckedLibrary } from "./library-here.ts";
import { noSuch } from "./choose-flow.ts";

/** `foyer graph`: draws the flow. */
export const graphCommand = defineCommand({
  usage:
    "graph [FLOW] [--format mermaid|svg] [--out FILE] [--axis NAME=VALUE]… [--phase ID] [--fixture NAME] [--coverage] [--every] [--json]",
  help: `Draws the screens under their titles, by the phases of flow.yaml, step-ups in lanes of their own, and one arrow between
two screens with a sentence on its condition, as one variant sees the flow; the timers below. Thick arrows are the main
way; ways back and those between phases are listed, and drawn with --every. --phase draws one phase. --fixture takes the
variant of a fixture, numbers its screens and follows its path. --coverage marks screens that no fixture visits. --format
svg needs neither a browser nor a network; --out FILE.svg implies it. --json prints the nodes, edges and timers. Without
FLOW the command draws the first flow.`,
  async run({ options, flags, rest }, json) {
    const format = options.format ?? (options.out?.endsWith(".svg") === true ? "svg" : "mermaid");
    if (format !== "mermaid" && format !== "svg")
      throw new Error(`--format is "${format}"; it may be mermaid or svg`);
    const sources = await sourcesHere();
    const { flows } = uncheckedLibrary(sources);
    const flow =
      rest[0] === undefined
        ? [...flows.values()].toSorted(
            (a, b) => a.definition.mount.length - b.definition.mount.length,
          )[0]
        : flows.get(rest[0]);
    const [first] = flow?.variants ?? [];
    if (flow === undefined || first === undefined)
      throw noSuch("flow", rest[0] ?? "", flows.keys());
    const fixture = flow.fixtures.find((each) => each.fixture === options.fixture);
    if (options.fixture !== undefined && fixture === undefined)
      throw noSuch(
        "fixture",
        options.fixture,
        flow.fixtures.map((each) => each.fixture),
      );
    const { locale: _, ...given } = fixture?.given.variant ?? {};
    const compiled = flow.variant({
      ...first,
      ...given,
      ...readAxes(flow.definition, options.axis),
      environment: given.environment ?? first.environment,
    });
    const { environment: __, ...axes } = compiled.variant;
    const descriptions = ruleDescriptionsOf(sources, flow.id);
    const journey =
      fixture === undefined
        ? []
        : runFixture(flow, fixture).steps.flatMap(({ screen }) =>
            screen === undefined ? [] : [screen],
          );
    const played = flags.coverage ? flow.fixtures.map((each) => runFixture(flow, each)) : undefined;
    const words = shellWordsOf(shellWords(sources), compiled.locales[0] ?? "");
    const { every } = flags;
    const whole = flowPicture(compiled, { descriptions, journey, played, every, words });
    const picture = options.phase === undefined ? whole : phaseOf(whole, options.phase);
    const title = [flow.id, ...Object.values(axes), fixture?.fixture]
      .filter((part) => part !== undefined)
      .join(" · ");
    // Loaded late: only a drawing needs the layout.
    const draw = async () =>
      format === "svg"
        ? (await import("./graph/svg.ts")).svg(title, picture)
        : mermaid(`${flow.id} ${flow.version}`, picture);
    const text = json
      ? JSON.stringify(
          {
            ...flowGraph(compiled, { descriptions, every: flags.every }),
            timers: whole.timers,
            ...(fixture === undefined ? {} : { met: journey }),
          },
          null,
          2,
        )
      : await draw();
    if (options.out === undefined) console.log(text.replace(/\n$/, ""));
    else {
      await writeFile(resolve(options.out), text.endsWith("\n") ? text : `${text}\n`);
      console.log(`wrote ${options.out}`);
    }
    return 0;
  },
});

/** The picture of one phase; its boxes list the ways to other phases. */
function phaseOf(picture: FlowPicture, wanted: string): FlowPicture {
  const phases = picture.phases.filter(({ id }) => id === wanted);
  if (phases.length === 0)
    throw new Error(
      `there is no phase ${wanted}; there are ${picture.phases.map(({ id }) => id).join(", ")}`,
    );
  return { ...picture, phases };
}

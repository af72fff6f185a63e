import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { SHELL_LOCALE } from "../../engine/copy/shell-words.ts";
import { flowIds } from "../../engine/compile/flow-sources.ts";
import type { DefinitionProblem } from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { writeStatePlaces } from "../../engine/tools/state-places.ts";
import { definitionFormatter } from "../../engine/tools/format-definition.ts";
import type { Scaffold } from "./scaffold/fresh-files.ts";
import { newOverlay } from "./scaffold/new-overlay.ts";
import { newFlow, newScreen } from "./scaffold/scaffold.ts";
import { defineCommand } from "./command.ts";
import { formatProblems } from "../definitions/format-problems.ts";
import { flowsFolder } from "./read-definitions.ts";
import { sourcesHere } from "./library-here.ts";
import { chooseFlow } from "./choose-flow.ts";

/** The language of a new flow. */
const NEW_LOCALE = SHELL_LOCALE;

/** `foyer new`: writes the files of a new flow, screen or overlay, which pass the check. */
export const newCommand = defineCommand({
  usage:
    "new flow ID [--locales LIST] [--service NAME] | new screen ID [--form] [--fields LIST] --flow FLOW | new overlay ID --colour #RRGGBB [--name NAME] [--flow FLOW]",
  help: `A new flow has three screens and a fixture, in the languages of --locales, such as en-US,fr-CA; left out, en-US. With
--service its form is sent to a service, which a sandbox answers in development. A new screen has its texts in every
locale of the flow, and with --fields, such as --fields street,town, a form that asks for them, with their places in
state.yaml; --form alone asks for one field, called answer. In French what is made of names begins with TODO until it is written. A new overlay gives a value of the axis with a path a look made from one color, and in comments what
partners often change; where the color would be unreadable, pages show the nearest readable shade, and the command says so. The command overwrites nothing but that place, and writes nothing
that does not pass the check.`,
  async run({ options, flags, rest }) {
    const [kind, id] = rest;
    if (id === undefined) throw new Error(`ID is missing: foyer ${newCommand.usage}`);
    const sources = await sourcesHere();
    const fields =
      options.fields?.split(",").map((field) => field.trim()) ?? (flags.form ? ["answer"] : []);
    if (fields.length > 0 && kind !== "screen")
      throw new Error("--form and --fields go with new screen");
    const made = scaffold(kind, id, { ...options, fields }, sources);
    const flow = kind === "flow" ? id : flowOf(sources, options.flow);
    const written = new Map([
      ...sources,
      ...[...made.files].filter(([path]) => /\.(ya?ml|json)$/.test(path)),
    ]);
    const places = fields.length > 0 ? writeStatePlaces(written, flow) : undefined;
    const after = new Map([
      ...written,
      ...(places === undefined ? [] : [[places.file, places.text] as const]),
    ]);
    const result = compileFlow(after, flow);
    // A new screen has no way to it yet: that is no problem here.
    if (!result.ok) {
      await refuse(result.problems, after);
      return 1;
    }
    const format = definitionFormatter(after);
    for (const [path, text] of made.files) {
      const formatted = /\.ya?ml$/.test(path) ? format(path) : undefined;
      await mkdir(dirname(join(flowsFolder(), path)), { recursive: true });
      await writeFile(join(flowsFolder(), path), formatted?.ok === true ? formatted.text : text, {
        flag: "wx",
      });
    }
    if (places !== undefined) await writeFile(join(flowsFolder(), places.file), places.text);
    const files = [...made.files.keys(), ...(places === undefined ? [] : [places.file])];
    const { notes } = made;
    const lines = [...files.map((path) => `wrote ${path}`), ...notes];
    return { code: 0, data: { files, notes }, lines };
  },
});

/** Prints the errors that keep the files from being written; warnings do not. */
async function refuse(problems: readonly DefinitionProblem[], sources: Sources): Promise<void> {
  const errors = problems.filter(({ severity }) => severity === "error");
  console.error(await formatProblems(errors, async (path) => sources.get(path) ?? ""));
  console.error("Nothing was written. Correct the errors above, then run the command again.");
}

function scaffold(
  kind: string | undefined,
  id: string,
  options: {
    readonly flow?: string;
    readonly locales?: string;
    readonly colour?: string;
    readonly name?: string;
    readonly service?: string;
    readonly fields: readonly string[];
  },
  sources: Sources,
): Scaffold {
  switch (kind) {
    case "flow":
      return newFlow(sources, id, localesOf(options.locales), options.service);
    case "screen":
      return newScreen(sources, flowOf(sources, options.flow), id, options.fields);
    case "overlay":
      if (options.colour === undefined)
        throw new Error("--colour is missing: the brand's colour, such as #8a2b4f");
      return newOverlay(sources, {
        flow: flowOf(sources, options.flow),
        id,
        colour: options.colour,
        name: options.name ?? id,
      });
    default:
      throw new Error(`new wants flow, screen or overlay, not "${kind ?? ""}"`);
  }
}

/** Locales parted by commas. */
function localesOf(list: string | undefined): readonly [string, ...string[]] {
  const [first, ...others] = (list ?? NEW_LOCALE).split(",").map((each) => each.trim());
  return [first ?? NEW_LOCALE, ...others];
}

/** The named flow, or the one at the root. */
function flowOf(sources: Sources, named: string | undefined): string {
  const flows = flowIds(sources);
  const flow =
    named ??
    flows.find((id) => /^mount: \/$/m.test(sources.get(`flows/${id}/flow.yaml`) ?? "")) ??
    flows[0];
  return chooseFlow(flows, flow);
}

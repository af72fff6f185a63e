import { axesOf, completeVariant, fallbackLocale, localesOf } from "../../engine/language/axes.ts";
import { readAxes } from "./read-axes.ts";
import { variantName } from "../../engine/compile/variant-name.ts";
import { flowIds } from "../../engine/compile/flow-sources.ts";
import { findOrigin } from "../../engine/tools/find-origin.ts";
import type { FlowDefinition } from "../../engine/language/flow.ts";
import { DefinitionError } from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { readYaml } from "../../engine/source/read-yaml.ts";
import { defineCommand } from "./command.ts";
import { definitionsHere } from "./read-definitions.ts";
import { noSuch } from "./choose-flow.ts";

/** `foyer where`: finds the file of a setting, colour or text. */
export const whereCommand = defineCommand({
  usage: "where [FLOW] PATH [--axis NAME=VALUE]… [--environment NAME] [--locale CODE] [--json]",
  help: `Without FLOW the command takes the flow at / that has the axes, else the first that has them. PATH is config.…, flags.…, theme.…, screens.…, tables.…, calls.…, forms.…, or the key of a text such as
screens.reader.title. The command lists all layers that set it; the last one counts.`,
  async run({ options, rest }) {
    const sources = await definitionsHere();
    const flows = flowIds(sources);
    const [first, second] = rest;
    const named = second === undefined ? undefined : first;
    const path = second ?? first;
    if (path === undefined)
      throw new Error("PATH is missing; try foyer where config.support.phone");
    const id = named ?? flowWithAxes(sources, flows, options.axis);
    const isChosen = named === undefined && flows.length > 1;
    const environment = options.environment ?? "LOCAL";
    const definition = frontPageOf(sources, id);
    const wanted = { ...readAxes(definition, options.axis), environment };
    const variant = completeVariant(definition, wanted);
    if (variant === undefined)
      throw new Error(`the flow ${id} has no variant ${variantName(wanted)}`);
    const locales = localesOf(definition, variant);
    const fallback = fallbackLocale(definition);
    const locale = options.locale ?? locales[0] ?? fallback;
    // A text is searched in its locale first, then in the locale that it falls back to.
    const paths = [path, ...[...new Set([locale, fallback])].map((each) => `copy.${each}.${path}`)];
    const search = (files: Sources) =>
      paths.map((each) => ({ path: each, ...findOrigin(files, id, variant, each) }));
    const near = search(filesNaming(sources, { flow: id, path }));
    // Without an answer every file is read: one may have a name that was meant.
    const found = near.some(({ value }) => value !== undefined) ? near : search(sources);
    const [result] = found.filter(({ value }) => value !== undefined);
    if (result === undefined) {
      const meant = found.find(({ suggestion }) => suggestion !== undefined)?.suggestion;
      const others = isChosen
        ? flows.filter((each) => each !== id && hasValue(sources, each, path))
        : [];
      const error = `no file${isChosen ? ` of the flow ${id}` : ""} sets ${path}${others.length > 0 ? `; ${others.join(", ")} has it: foyer where ${others[0] ?? ""} ${path}` : meant === undefined ? "" : `; did you mean ${meant}?`}`;
      return { code: 1, data: { path, layers: [] }, lines: [], errors: [error] };
    }
    return {
      code: 0,
      data: result,
      lines: [
        `${result.path} = ${JSON.stringify(result.value)}${isChosen ? ` (in the flow ${id}; foyer where FLOW ${path} looks into another)` : ""}`,
        ...result.layers.map(
          ({ layer, file, line, value }) =>
            `  ${layer.padEnd(20)} ${file}:${line}  ${JSON.stringify(value).slice(0, 100)}`,
        ),
        ...Object.entries(readAxes(definition, options.axis))
          .filter(([axis, value]) => !isNamed(sources, { definition, flow: id, axis, value }))
          .map(
            ([axis, value]) =>
              `flow.yaml and flows/${id}/overlays/${axis}/ do not name "${value}": this is what any ${axis} without a name gets`,
          ),
      ],
    };
  },
});

/** The flow to look into where none is named: the one at `/`, or the first, that has the axes. */
function flowWithAxes(sources: Sources, flows: readonly string[], axes = ""): string {
  const names = axes
    .split(",")
    .flatMap((each) => (each === "" ? [] : [each.split("=", 1)[0] ?? each]));
  const fitting = flows.filter((each) => {
    const { axes: own = {} } = names.length === 0 ? {} : frontPageOf(sources, each);
    return names.every((name) => Object.hasOwn(own, name));
  });
  const atRoot = fitting.find((each) =>
    /^mount: \/$/m.test(sources.get(`flows/${each}/flow.yaml`) ?? ""),
  );
  return atRoot ?? fitting[0] ?? flows[0] ?? "";
}

/** Whether a flow has a value, or a text, under a path in its first variant. */
function hasValue(sources: Sources, flow: string, path: string): boolean {
  const definition = frontPageOf(sources, flow);
  const variant = completeVariant(definition, { environment: "LOCAL" });
  return (
    variant !== undefined &&
    [path, `copy.${fallbackLocale(definition)}.${path}`].some(
      (each) => findOrigin(sources, flow, variant, each).value !== undefined,
    )
  );
}

/** The content of a flow's front page, which says its axes and languages. */
function frontPageOf(sources: Sources, flow: string): FlowDefinition {
  const path = `flows/${flow}/flow.yaml`;
  const text = sources.get(path);
  if (text === undefined) throw noSuch("flow", flow, flowIds(sources));
  const { value, problems } = readYaml(path, text);
  if (value === undefined || problems.some(({ severity }) => severity === "error"))
    throw new DefinitionError(problems);
  return value as unknown as FlowDefinition;
}

/** Whether the flow has a value of an axis, or an overlay for it. */
function isNamed(
  sources: Sources,
  {
    definition,
    flow,
    axis,
    value,
  }: {
    readonly definition: FlowDefinition;
    readonly flow: string;
    readonly axis: string;
    readonly value: string;
  },
): boolean {
  const values = new Map(axesOf(definition)).get(axis)?.values ?? {};
  return (
    Object.hasOwn(values, value) || sources.has(`flows/${flow}/overlays/${axis}/${value}.yaml`)
  );
}

/**
 * The files that may set a path: those that have its last segment in them, flow.yaml, which says
 * what overlays there are, and every overlay, which may take something away. All of them for an
 * element of a list by its place.
 */
function filesNaming(
  sources: Sources,
  { flow, path }: { readonly flow: string; readonly path: string },
): Sources {
  const segment = path.slice(path.lastIndexOf(".") + 1);
  if (/^\d*$/.test(segment)) return sources;
  return new Map(
    [...sources].filter(
      ([file, text]) =>
        file === `flows/${flow}/flow.yaml` ||
        file.includes("/overlays/") ||
        file.includes(segment) ||
        text.includes(segment),
    ),
  );
}

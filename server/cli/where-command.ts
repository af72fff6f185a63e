import { completeVariant, fallbackLocale, localesOf } from "../../engine/language/axes.ts";
import { readAxes } from "./read-axes.ts";
import { variantName } from "../../engine/compile/variant-name.ts";
import { compileOnDemandCached, openCache } from "../definitions/definition-cache.ts";
import { flowIds } from "../../engine/compile/flow-sources.ts";
import { findOrigin } from "../../engine/tools/find-origin.ts";
import { DefinitionError } from "../../engine/language/problem.ts";
import type { Command } from "./command.ts";
import { readOptions } from "./options.ts";
import { sourcesHere } from "./read-library.ts";

/** `foyer where`: finds the file of a setting, colour or text. */
export const whereCommand: Command = {
  usage:
    "where PATH [--flow FLOW] [--axis NAME=VALUE]… [--environment NAME] [--locale CODE] [--json]",
  help: `PATH is config.…, flags.…, theme.…, screens.…, tables.…, calls.…, forms.…, or the key of a text such as
screens.reader.title. The command lists all layers that set it; the last one counts.`,
  async run(args, json) {
    const { options, rest } = readOptions(args, ["flow", "axis", "environment", "locale"]);
    const [path] = rest;
    if (path === undefined)
      throw new Error("PATH is missing; try foyer where config.support.phone");
    const sources = await sourcesHere();
    const flows = flowIds(sources);
    const id =
      options.flow ??
      flows.find((each) => /^mount: \/$/m.test(sources.get(`flows/${each}/flow.yaml`) ?? "")) ??
      flows[0] ??
      "";
    const environment = options.environment ?? "LOCAL";
    const result = compileOnDemandCached(openCache(), sources, id, [environment]);
    if (!result.ok) throw new DefinitionError(result.problems);
    const { definition } = result.flow;
    const wanted = { ...readAxes(definition, options.axis), environment };
    const variant = completeVariant(definition, wanted);
    if (variant === undefined)
      throw new Error(`the flow ${id} has no variant ${variantName(wanted)}`);
    const locales = localesOf(definition, variant);
    const fallback = fallbackLocale(definition);
    const locale = options.locale ?? locales[0] ?? fallback;
    // A text is searched in its locale first, then in the locale that it falls back to.
    const paths = [path, ...[...new Set([locale, fallback])].map((each) => `copy.${each}.${path}`)];
    const found = paths.map((each) => ({ path: each, ...findOrigin(sources, id, variant, each) }));
    const [first] = found.filter(({ value }) => value !== undefined);
    if (json) console.log(JSON.stringify(first ?? { path, layers: [] }, null, 2));
    else if (first === undefined) {
      const meant = found.find(({ suggestion }) => suggestion !== undefined)?.suggestion;
      console.error(`no file sets ${path}${meant === undefined ? "" : `; did you mean ${meant}?`}`);
    } else {
      console.log(`${first.path} = ${JSON.stringify(first.value)}`);
      for (const { layer, file, line, value } of first.layers)
        console.log(
          `  ${layer.padEnd(20)} ${file}:${line}  ${JSON.stringify(value).slice(0, 100)}`,
        );
    }
    return first === undefined ? 1 : 0;
  },
};

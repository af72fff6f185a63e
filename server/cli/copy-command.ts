import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { flowIds } from "../../engine/compile/flow-sources.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { readYaml } from "../../engine/source/read-yaml.ts";
import { fromCsv, fromXliff, toCsv, toXliff } from "./copy/copy-formats.ts";
import { copyRows } from "./copy/copy-rows.ts";
import { importCopy } from "./copy/import-copy.ts";
import type { Command } from "./command.ts";
import { formatProblems } from "../definitions/format-problems.ts";
import { readOptions } from "./options.ts";
import { flowsFolder, sourcesHere } from "./read-library.ts";

/** `foyer copy`: exports all texts of a flow for translators, and imports them. */
export const copyCommand: Command = {
  usage: "copy export [FLOW] [--format csv|xliff] [--out FILE] | copy import FILE [--flow FLOW]",
  help: `Writes one row for each key and one column for each locale. FLOW may be left out when there is only one. An import
changes the lines of texts that differ, and no other lines. It refuses the whole file, with exit 1, when a key is unknown,
a text lost a placeholder, or a text changed since the export.`,
  async run(args, json) {
    const { options, rest } = readOptions(args, ["format", "out", "flow"]);
    const [direction, subject] = rest;
    const sources = await sourcesHere();
    if (direction === "export") {
      const flow = flowNamed(sources, subject ?? options["flow"]);
      const { rows, locales } = copyRows(sources, flow);
      const format =
        options["format"] ??
        (options["out"]?.endsWith(".xlf") === true || options["out"]?.endsWith(".xliff") === true
          ? "xliff"
          : "csv");
      if (format !== "csv" && format !== "xliff") throw new Error("--format is csv or xliff");
      const text =
        format === "csv"
          ? toCsv(rows, locales)
          : toXliff(rows, locales, flow, fallbackOf(sources, flow));
      if (options["out"] === undefined) process.stdout.write(text);
      else {
        await writeFile(options["out"], text);
        console.log(
          json
            ? JSON.stringify({ flow, texts: rows.length, locales, file: options["out"] })
            : `wrote ${rows.length} texts of ${flow} in ${locales.join(", ")} to ${options["out"]}`,
        );
      }
      return 0;
    }
    if (direction !== "import" || subject === undefined)
      throw new Error("copy wants export [FLOW] or import FILE");
    const text = await readFile(subject, "utf8");
    const rows = text.trimStart().startsWith("<") ? fromXliff(text) : fromCsv(text);
    const named = /<file\s[^>]*original="([^"]+)"/.exec(text)?.[1];
    const flow = flowNamed(
      sources,
      options["flow"] ??
        named ??
        flowIds(sources).find((id) =>
          new Set(copyRows(sources, id).rows.map(({ key, state }) => `${key} ${state}`)).has(
            `${rows[0]?.key ?? ""} ${rows[0]?.state ?? ""}`,
          ),
        ),
    );
    const result = importCopy(sources, flow, rows, fallbackOf(sources, flow));
    const checked =
      result.problems.length > 0 || result.changed.size === 0
        ? undefined
        : compileFlow(new Map([...sources, ...result.changed]), flow);
    const refused = result.problems.length > 0 || checked?.ok === false;
    if (!refused)
      for (const [path, changed] of result.changed) {
        await mkdir(dirname(join(flowsFolder(), path)), { recursive: true });
        await writeFile(join(flowsFolder(), path), changed);
      }
    if (json)
      console.log(
        JSON.stringify(
          {
            flow,
            ok: !refused,
            texts: result.texts,
            files: [...result.changed.keys()],
            problems: result.problems,
          },
          null,
          2,
        ),
      );
    else if (result.problems.length > 0)
      console.error(
        [...result.problems, `nothing was changed: ${result.problems.length} problem(s)`].join(
          "\n",
        ),
      );
    else if (checked?.ok === false)
      console.error(
        `${await formatProblems(checked.problems, async (path) => result.changed.get(path) ?? sources.get(path) ?? "")}\nnothing was changed`,
      );
    else
      console.log(
        result.texts === 0
          ? "nothing differs"
          : `${result.texts} text(s) of ${flow} changed in ${[...result.changed.keys()].join(", ")}`,
      );
    return refused ? 1 : 0;
  },
};

function flowNamed(sources: Sources, name: string | undefined): string {
  const flows = flowIds(sources);
  const [only] = flows;
  if (name === undefined && flows.length === 1 && only !== undefined) return only;
  if (name === undefined || !flows.includes(name))
    throw new Error(`FLOW has to be one of ${flows.join(", ")}`);
  return name;
}

function fallbackOf(sources: Sources, flow: string): string {
  const path = `flows/${flow}/flow.yaml`;
  const front = readYaml(path, sources.get(path) ?? "").value as
    { readonly locales?: readonly string[] } | null | undefined;
  const [fallback] = front?.locales ?? [];
  if (fallback === undefined) throw new Error(`${path} says no locales`);
  return fallback;
}

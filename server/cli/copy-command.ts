import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { flowIds } from "../../engine/compile/flow-sources.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { readYaml } from "../../engine/source/read-yaml.ts";
import { fromCsv, fromXliff, toCsv, toXliff } from "./copy/copy-formats.ts";
import { copyRows, type CopyRow } from "./copy/copy-rows.ts";
import { fillCopy } from "./copy/fill-copy.ts";
import { importCopy } from "./copy/import-copy.ts";
import { defineCommand, type Report } from "./command.ts";
import type { Options } from "./options.ts";
import { formatProblems } from "../definitions/format-problems.ts";
import { flowsFolder } from "./read-definitions.ts";
import { leftLine, readableHere, readableOf } from "./readable-files.ts";
import { sourcesHere } from "./library-here.ts";
import { chooseFlow } from "./choose-flow.ts";
import { readGivenFile } from "./read-given-file.ts";

const USAGE =
  "copy export [FLOW] [--format csv|xliff] [--out FILE] | copy import FILE [--flow FLOW] | copy fill [FLOW]";

type Given = Options<typeof USAGE>["options"];

/** `foyer copy`: exports all texts of a flow for translators, and imports them. */
export const copyCommand = defineCommand({
  usage: USAGE,
  help: `export writes one row for each key and one column for each locale. FLOW may be left out when there is only one. import
changes the lines of texts that differ, and no other lines. It refuses the whole file, with exit 1, when a key is unknown,
a text lost a placeholder, or a text changed since the export. fill writes each text that the check misses, with TODO before
it, into the file where it belongs; the check tells of them until they are written. Files that cannot be read are left, and
named, with exit 1.`,
  async run({ options, rest }) {
    const [direction, subject] = rest;
    if (direction === "export") return exportTexts(subject, options);
    if (direction === "fill") return fillTexts(subject, options);
    if (direction !== "import" || subject === undefined)
      throw new Error("copy wants export [FLOW], import FILE or fill [FLOW]");
    return importTexts(subject, options);
  },
});

async function exportTexts(subject: string | undefined, options: Given): Promise<Report | number> {
  const sources = await sourcesHere();
  const flow = chooseFlow(flowIds(sources), subject ?? options.flow);
  const { rows, locales } = copyRows(sources, flow);
  const out = options.out;
  const format = options.format ?? (/\.xl(?:f|iff)$/.test(out ?? "") ? "xliff" : "csv");
  if (format !== "csv" && format !== "xliff") throw new Error("--format is csv or xliff");
  const text =
    format === "csv"
      ? toCsv(rows, locales)
      : toXliff(rows, locales, flow, fallbackOf(sources, flow));
  if (out === undefined) {
    process.stdout.write(text);
    return 0;
  }
  await writeFile(out, text);
  return {
    code: 0,
    data: { flow, texts: rows.length, locales, file: out },
    lines: [`wrote ${rows.length} texts of ${flow} in ${locales.join(", ")} to ${out}`],
  };
}

async function importTexts(file: string, options: Given): Promise<Report> {
  const sources = await sourcesHere();
  const text = await readGivenFile(file, "an export of texts, CSV or XLIFF");
  const rows = text.trimStart().startsWith("<") ? fromXliff(text) : fromCsv(text);
  const named = /<file\s[^>]*original="([^"]+)"/.exec(text)?.[1];
  const flow = chooseFlow(flowIds(sources), options.flow ?? named ?? flowWith(sources, rows));
  const result = importCopy(sources, flow, rows, fallbackOf(sources, flow));
  const checked =
    result.problems.length > 0 || result.changed.size === 0
      ? undefined
      : compileFlow(new Map([...sources, ...result.changed]), flow);
  const refused = result.problems.length > 0 || checked?.ok === false;
  if (!refused) await writeAll(result.changed);
  const files = [...result.changed.keys()];
  const { texts, problems } = result;
  const data = { flow, ok: !refused, texts, files, problems };
  if (refused) {
    const read = async (path: string) => result.changed.get(path) ?? sources.get(path) ?? "";
    const errors =
      checked?.ok === false
        ? [await formatProblems(checked.problems, read), "nothing was changed"]
        : [...problems, `nothing was changed: ${problems.length} problem(s)`];
    return { code: 1, data, lines: [], errors };
  }
  const done = `${texts} text(s) of ${flow} changed in ${files.join(", ")}`;
  return { code: 0, data, lines: [texts === 0 ? "nothing differs" : done] };
}

async function fillTexts(subject: string | undefined, options: Given): Promise<Report> {
  const here = await readableHere();
  const flow = chooseFlow(flowIds(here.sources), subject ?? options.flow);
  const readable = readableOf(here.sources, flow, "mended");
  if (readable === undefined) return notFilled(here.sources, flow);
  const { sources } = readable;
  const files = [...here.left, ...readable.left];
  const fallback = fallbackOf(sources, flow);
  const leftFiles = new Set(files.map(({ file }) => file));
  const { changed, texts, taken, blocked } = fillCopy(sources, flow, fallback, leftFiles);
  await writeAll(changed);
  const written = [...changed.keys()];
  const left = blocked.map(({ path, keys }) => ({ file: path, key: keys.join(".") }));
  const isAll = left.length === 0 && files.length === 0;
  return {
    code: isAll ? 0 : 1,
    data: { flow, texts, files: written, left, leftFiles: files },
    lines: [
      texts === 0 && isAll
        ? "no text is missing"
        : `${texts} text(s) of ${flow} begin with TODO now${texts === 0 ? "" : `, in ${written.join(", ")}`}`,
      ...[...taken].map(
        ([locale, others]) => `texts of ${locale} begin with those of ${[...others].join(" and ")}`,
      ),
    ],
    errors: [
      ...files.map(leftLine),
      ...left.map(
        ({ file, key }) => `${file}: "${key}" is missing, and what stands above it is a text`,
      ),
    ],
  };
}

/** The problems of a flow that cannot be read at all. */
async function notFilled(sources: Sources, flow: string): Promise<Report> {
  const result = compileFlow(sources, flow, undefined, { checks: "shapes" });
  const problems = result.ok ? [] : result.problems;
  const read = async (path: string) => sources.get(path) ?? "";
  return {
    code: 1,
    data: { flow, texts: 0, files: [], problems },
    lines: [],
    errors: [await formatProblems(problems, read), "nothing was written"],
  };
}

async function writeAll(files: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, text] of files) {
    await mkdir(dirname(join(flowsFolder(), path)), { recursive: true });
    await writeFile(join(flowsFolder(), path), text);
  }
}

/** The flow that has the most of some texts; undefined where it is not the only one. */
function flowWith(sources: Sources, rows: readonly CopyRow[]): string | undefined {
  const nameOf = ({ place, key }: CopyRow) => `${place} ${key}`;
  const shared = flowIds(sources).map((flow) => {
    const known = new Set(copyRows(sources, flow).rows.map(nameOf));
    return { flow, texts: rows.filter((row) => known.has(nameOf(row))).length };
  });
  const [most, next] = shared.toSorted((a, b) => b.texts - a.texts);
  return most?.texts === next?.texts ? undefined : most?.flow;
}

function fallbackOf(sources: Sources, flow: string): string {
  const path = `flows/${flow}/flow.yaml`;
  const front = readYaml(path, sources.get(path) ?? "").value as
    | { readonly locales?: readonly string[] }
    | null
    | undefined;
  const [fallback] = front?.locales ?? [];
  if (fallback === undefined) throw new Error(`${path} says no locales`);
  return fallback;
}

import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { flowIds } from "../../engine/compile/flow-sources.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { migrateFlow, type Migration } from "../../engine/tools/migrate/migrate-flow.ts";
import { formatProblems } from "../definitions/format-problems.ts";
import { defineCommand } from "./command.ts";
import { flowsFolder } from "./read-definitions.ts";
import { sourcesHere } from "./library-here.ts";
import { chooseFlows } from "./choose-flow.ts";

/** `foyer migrate`: rewrites definitions in the present words of the language. */
export const migrateCommand = defineCommand({
  usage: "migrate [FLOW…] [--check] [--json]",
  help: `Rewrites the files of each FLOW, or of all, in the present words: conditions as match and not, an if of several
conditions as case, optional and default for an if that repeats its condition, object and pick for names and values in turn,
stay: { error } for a message and staying, rows in place for a table that one place asks, words that have another name now,
statuses as 2xx, and tables of the sandbox in sandbox/platform/. Reasons in fixtures, cases and events follow the tables.
Comments and order stay; the files that change are formatted. A flow that compiled before and would not any more is left as
it is. --check writes nothing and lists what would change. Exit 1 when --check finds something, or a flow is left.`,
  async run({ flags, rest }) {
    const sources = await sourcesHere();
    const done = [];
    for (const flow of chooseFlows(flowIds(sources), rest)) {
      const migration = migrateFlow(sources, flow);
      const left = flags.check ? undefined : await whyNot(sources, flow, migration);
      if (!flags.check && left === undefined) await save(migration);
      done.push({ flow, migration, left });
    }
    const ok = done.every(
      ({ migration: { files }, left }) => left === undefined && (files.size === 0 || !flags.check),
    );
    return {
      code: ok ? 0 : 1,
      data: {
        ok,
        flows: done.map(({ flow, migration: { files, renamed }, left }) => ({
          flow,
          files: [...files].map(([path, text]) => ({ path, removed: text === undefined })),
          renamed: Object.fromEntries(renamed),
          migrated: !flags.check && left === undefined,
        })),
      },
      lines: done.flatMap(({ flow, migration: { files, renamed } }) => [
        ...[...files].map(([path, text]) => (text === undefined ? `${path} (goes)` : path)),
        ...[...renamed].map(([from, to]) => `table ${from} is ${to}`),
        `${flow}: ${files.size} files ${flags.check ? "would change" : "changed"}`,
      ]),
      errors: done.flatMap(({ flow, left }) =>
        left === undefined ? [] : [`${flow} is left as it was:\n${left}`],
      ),
    };
  },
});

/** Why a migrated flow must not be written: it compiled before, and no longer does. */
async function whyNot(
  sources: Sources,
  flow: string,
  { files }: Migration,
): Promise<string | undefined> {
  if (files.size === 0 || !compileFlow(sources, flow).ok) return undefined;
  const migrated = new Map(sources);
  for (const [path, text] of files)
    if (text === undefined) migrated.delete(path);
    else migrated.set(path, text);
  const result = compileFlow(migrated, flow);
  return result.ok
    ? undefined
    : formatProblems(result.problems, (path) => Promise.resolve(migrated.get(path) ?? ""));
}

async function save({ files }: Migration): Promise<void> {
  for (const [path, text] of files) {
    const place = join(flowsFolder(), path);
    if (text === undefined) {
      await rm(place);
      continue;
    }
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, text);
  }
}

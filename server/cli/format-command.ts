import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { definitionFormatter } from "../../engine/tools/format-definition.ts";
import type { DefinitionProblem } from "../../engine/language/problem.ts";
import { formatProblems } from "../definitions/format-problems.ts";
import { defineCommand } from "./command.ts";
import { flowsFolder, readDefinition } from "./read-definitions.ts";
import { sourcesHere } from "./library-here.ts";

/** `foyer format`: writes all definitions in one canonical form. */
export const formatCommand = defineCommand({
  usage: "format [PATH…] [--check] [--json]",
  help: `Formats the YAML files below flows/, schemas/ and content/, or below each PATH: block style, lines of at most 100
characters, braces where a value is simple and fits on its line, members in the order of the schema, quotes where they
are needed. Comments and blank lines stay with what they stand beside, and no value changes. --check writes nothing and
lists the files that are not in this form. Exit 1 when --check finds one, or a file cannot be read.`,
  async run({ flags, rest }) {
    const sources = await sourcesHere();
    const paths = [...sources.keys()].filter((path) => /\.ya?ml$/.test(path)).toSorted();
    const chosen = paths.filter((path) => rest.length === 0 || rest.some(isAbove(path)));
    const missed = rest.find((each) => !paths.some((path) => isAbove(path)(each)));
    if (missed !== undefined) throw new Error(`there is no definition at ${missed}`);
    const format = definitionFormatter(sources);
    const changed: string[] = [];
    const problems: DefinitionProblem[] = [];
    for (const path of chosen) {
      const result = format(path);
      if (!result.ok) problems.push(...result.problems);
      else if (result.text !== sources.get(path) && (await isHere(path))) {
        changed.push(path);
        if (!flags.check) await writeFile(join(flowsFolder(), path), result.text);
      }
    }
    const ok = problems.length === 0 && (changed.length === 0 || !flags.check);
    return {
      code: ok ? 0 : 1,
      data: { ok, files: changed, problems },
      lines: [
        ...changed,
        flags.check
          ? `${changed.length} of ${chosen.length} files are not formatted`
          : `formatted ${changed.length} of ${chosen.length} files`,
      ],
      errors: problems.length > 0 ? [await formatProblems(problems, readDefinition)] : [],
    };
  },
});

/** Whether an argument names the file, or a folder above it. */
function isAbove(path: string): (named: string) => boolean {
  return (named) => {
    const plain = join(named).replace(/\/$/, "");
    return plain === "." || path === plain || path.startsWith(`${plain}/`);
  };
}

/**
 * Whether a file lies in this folder: the shell's copy and the meta-schemas may come from the
 * project, and are not rewritten from elsewhere.
 */
async function isHere(path: string): Promise<boolean> {
  return readFile(join(flowsFolder(), path)).then(
    () => true,
    () => false,
  );
}

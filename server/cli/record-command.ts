import { writeFile } from "node:fs/promises";
import { stringify } from "yaml";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import type { Sources } from "../../engine/language/sources.ts";
import type { FixtureDefinition } from "../../engine/language/fixture.ts";
import { definitionFormatter } from "../../engine/tools/format-definition.ts";
import { recordFixture } from "./record/record-fixture.ts";
import { literalsOf } from "./record/originals.ts";
import { Journal } from "../storage/repositories/journal.ts";
import { Versions } from "../storage/repositories/versions.ts";
import { commonSources, compileStored } from "../definitions/compile-version.ts";
import { withDatabase } from "./command-database.ts";
import { defineCommand } from "./command.ts";
import { sourcesHere } from "./library-here.ts";

/** `foyer record`: turns an application's journal into a fixture. */
export const recordCommand = defineCommand({
  usage: "record ID [--out FILE] [--json]",
  help: `ID is the application's id in the address. The command replaces names, addresses, numbers, ids and all other typed or
received values with synthetic ones in the same formats, the same value with the same replacement. It runs the journey
with them; the journey has to lead where the journal led. Run it again with foyer replay FILE; keep it in
flows/<flow>/fixtures/.`,
  async run({ options, rest }, json) {
    const [id] = rest;
    if (id === undefined)
      throw new Error("ID is missing: the application's id, as it stands in the address");
    return withDatabase(
      async ({ database, vault, place }) => {
        const journal = await new Journal(database, vault).of(id);
        if (journal === undefined) throw new Error(`there is no application ${id} in ${place}`);
        const here = await sourcesHere();
        const published = await new Versions(database).sources(journal.flow, journal.flowVersion);
        const sources: Sources =
          published === undefined ? here : new Map([...commonSources(here), ...published]);
        const fixture = recordFixture(
          compiled(sources, journal.flow),
          journal,
          literalsOf(sources, journal.flow),
        );
        const text = json ? `${JSON.stringify(fixture, null, 2)}\n` : formatted(here, fixture);
        const file = options["out"];
        if (file === undefined) process.stdout.write(text);
        else {
          await writeFile(file, text);
          console.log(`${fixture.steps.length} steps in ${file}`);
        }
        return 0;
      },
      { exists: true },
    );
  },
});

/** A fixture as YAML in the canonical form, as `foyer format` writes it. */
function formatted(sources: Sources, fixture: FixtureDefinition): string {
  const path = `flows/${fixture.flow ?? ""}/fixtures/${fixture.fixture}.yaml`;
  const text = `# yaml-language-server: $schema=../../../schemas/definition/fixture.json\n${stringify(fixture)}`;
  const result = definitionFormatter(new Map(sources).set(path, text))(path);
  return result.ok ? result.text : text;
}

function compiled(sources: Sources, flow: string): CompiledFlow {
  const result = compileStored(sources, flow, (files) => compileFlow(files, flow, ["LOCAL"]));
  if (!result.ok)
    throw new Error(`this code cannot compile ${flow}: ${result.problems[0]?.message ?? ""}`);
  return result.flow;
}

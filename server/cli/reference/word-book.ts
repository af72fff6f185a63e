import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { Json, JsonObject } from "../../../engine/language/json.ts";
import { wordUses, type DefinitionFile, type WordUse } from "./word-use.ts";
import { wordPages, type WordPage } from "./words.ts";

/** A term that people look for, and where Foyer has it. */
export interface GlossaryEntry {
  readonly term: string;
  /** Other terms for the same. */
  readonly also?: readonly string[];
  readonly meaning: string;
  /** Ids of the words that say it. */
  readonly words?: readonly string[];
  /** Heading of the recipe. */
  readonly recipe?: string;
}

/** All that the reference says, from the meta-schemas and the files beside this module. */
export interface WordBook {
  readonly pages: readonly WordPage[];
  /** A right value by the word's id. */
  readonly examples: ReadonlyMap<string, Json>;
  /** The release of a word by its id; a word that no release has is left out. */
  readonly releases: ReadonlyMap<string, string>;
  readonly glossary: readonly GlossaryEntry[];
  /** The use of a word in the shipped flows, by its id. */
  readonly uses: ReadonlyMap<string, WordUse>;
}

/** Reads the book of words of the project in `home`. */
export async function readWordBook(home: string): Promise<WordBook> {
  const folder = join(home, "schemas/definition");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const schemas = await Promise.all(
    names.map(
      async (name) =>
        [name, JSON.parse(await readFile(join(folder, name), "utf8")) as JsonObject] as const,
    ),
  );
  const named = new Map(schemas);
  return {
    pages: wordPages(named),
    uses: wordUses(await shippedFiles(home), named),
    examples: new Map(Object.entries(await readNotes<Record<string, Json>>("examples.yaml"))),
    releases: releasesOf(await readNotes("released-words.yaml")),
    glossary: await readNotes("glossary.yaml"),
  };

  async function readNotes<T>(name: string): Promise<T> {
    return parse(await readFile(join(home, "server/cli/reference", name), "utf8")) as T;
  }
}

/** The beginning of a first line that names the meta-schema of its file. */
const NAMES_SCHEMA = "# yaml-language-server: $schema=";

/** The definition files of the flows of a project whose first line names their meta-schema. */
async function shippedFiles(home: string): Promise<readonly DefinitionFile[]> {
  const texts = await Promise.all(
    ["flows", "schemas"].map(async (folder) => {
      const names = await readdir(join(home, folder), { recursive: true });
      return Promise.all(
        names
          .filter((name) => name.endsWith(".yaml"))
          .map(async (name) => readFile(join(home, folder, name), "utf8")),
      );
    }),
  );
  return texts.flat().flatMap((text) => {
    const line = text.split("\n", 1)[0] ?? "";
    const kind = line.startsWith(NAMES_SCHEMA) ? line.split("/").at(-1)?.split(".")[0] : undefined;
    return kind === undefined ? [] : [{ kind, value: parse(text) as Json }];
  });
}

type ReleasedWords = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

function releasesOf(released: ReleasedWords): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(released).flatMap(([release, kinds]) =>
      Object.entries(kinds).flatMap(([kind, paths]) =>
        paths.map((path) => [`${kind}.${path}`, release] as const),
      ),
    ),
  );
}

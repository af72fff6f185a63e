import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROBLEM_CODES } from "../../engine/compile/check/codes/problem-codes.ts";
import { referenceOf } from "../../server/cli/reference-command.ts";
import { asObject, type Json, type JsonObject } from "../../engine/language/json.ts";
import { schemaCompiler } from "../../engine/validate/json-schema.ts";
import { readWordBook } from "../../server/cli/reference/word-book.ts";
import type { Word } from "../../server/cli/reference/words.ts";
import { REFERENCE } from "../../server/cli/reference/write-reference.ts";
import { wrongValue } from "../../server/cli/reference/wrong-value.ts";
import { PROJECT } from "../definitions.ts";

const pages = await referenceOf(PROJECT);
const book = await readWordBook(PROJECT);
const words = book.pages.flatMap((page) => page.parts.flatMap((part) => part.words));
const ajv = schemaCompiler({ strict: false, allErrors: true, validateFormats: false });
for (const name of readdirSync(join(PROJECT, "schemas/definition")))
  ajv.addSchema(
    JSON.parse(readFileSync(join(PROJECT, "schemas/definition", name), "utf8")) as JsonObject,
    name,
  );

it.each([...pages])("%s equals the output of npx foyer reference", async (path, text) => {
  expect(await readFile(join(PROJECT, path), "utf8")).toBe(text);
});

it("the reference has no page of a file that is gone", () => {
  expect(
    readdirSync(join(PROJECT, "flows/reference")).map((name) => `flows/reference/${name}`),
  ).toEqual([...pages.keys()].filter((path) => path.startsWith("flows/reference/")).toSorted());
});

it("examples, releases and terms name words that exist", () => {
  const ids = new Set(words.map(({ id }) => id));
  expect(ids.size).toBe(words.length);
  expect(
    [
      ...book.examples.keys(),
      ...book.releases.keys(),
      ...book.glossary.flatMap((entry) => entry.words ?? []),
    ].filter((id) => !ids.has(id)),
  ).toEqual([]);
});

it("every right example is one that its meta-schema takes", () => {
  expect(
    words.flatMap((word) => {
      const value = book.examples.get(word.id);
      return value === undefined || isTaken(word, value) ? [] : [word.id];
    }),
  ).toEqual([]);
});

it("every slip that the reference names is refused by the meta-schema, or is a text for a rule", () => {
  expect(
    words.flatMap((word) => {
      const slip = wrongValue(word);
      return slip === undefined || word.type === "rule" || !isTaken(word, slip.value)
        ? []
        : [`${word.id}: ${JSON.stringify(slip.value)}`];
    }),
  ).toEqual([]);
});

it("links of the reference lead to an anchor of its pages", () => {
  const ids = new Map([...pages].map(([path, text]) => [path, anchorsIn(text)]));
  const broken = [
    ...(pages.get(REFERENCE) ?? "").matchAll(/\]\((reference\/[^)#]+)#([^)]+)\)/g),
  ].filter(([, page = "", anchor = ""]) => ids.get(`flows/${page}`)?.has(anchor) !== true);
  expect(broken.map(([link]) => link)).toEqual([]);
});

function anchorsIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id));
}

/** Whether the word's own schema takes a value, with the meta-schema's definitions around it. */
function isTaken(word: Word, value: Json): boolean {
  const $defs = asObject(asObject(ajv.getSchema(`${word.kind}.json`)?.schema as Json)["$defs"]);
  return ajv.compile({
    $defs,
    $id: `${word.id}-${Math.random()}.json`,
    ...word.schema,
  } as JsonObject)(value);
}

it("the reference documents every code of the check, and no other", () => {
  const given = ["engine", "server"].flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { withFileTypes: true, recursive: true })
      .filter(
        (entry) =>
          entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith("-codes.ts"),
      )
      .flatMap((entry) =>
        [
          ...readFileSync(join(entry.parentPath, entry.name), "utf8").matchAll(
            /"((?:FLOW|THEME)-[A-Z-]*[A-Z])"/g,
          ),
        ].map(([, code = ""]) => code),
      ),
  );
  expect([...new Set(given)].toSorted()).toEqual(Object.keys(PROBLEM_CODES).toSorted());
});

it.each(Object.entries(PROBLEM_CODES))(
  "%s has a sentence and two examples",
  (_, { description, wrong, right }) => {
    expect([description.length > 10, wrong.length > 3, right !== wrong]).toEqual([
      true,
      true,
      true,
    ]);
  },
);

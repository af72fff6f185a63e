import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROBLEM_CODES } from "../../engine/compile/check/problem-codes.ts";
import { REFERENCE, referenceOf } from "../../server/cli/reference-command.ts";
import { PROJECT } from "../definitions.ts";

it("keeps the reference of the flow language true: npx foyer reference writes it anew", async () => {
  expect(await readFile(join(PROJECT, REFERENCE), "utf8")).toBe(await referenceOf(PROJECT));
});

it("documents every code that a check gives, and no other", () => {
  const given = ["engine", "server"].flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { withFileTypes: true, recursive: true })
      .filter(
        (entry) =>
          entry.isFile() && entry.name.endsWith(".ts") && entry.name !== "problem-codes.ts",
      )
      .flatMap((entry) =>
        [
          ...readFileSync(join(entry.parentPath, entry.name), "utf8").matchAll(
            /"((?:FLOW|THEME)-[A-Z-]+)"/g,
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

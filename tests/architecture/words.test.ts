import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { PROJECT, shippedLibrary } from "../definitions.ts";

/** Words of the first flow's trade. None of them may stand in code that every flow shares. */
const TRADE =
  /\b(merchants?|underwriting|payouts?|bank(?:s|ing)?|ssn|ein|sin number|kyc|kyb|mcc|plaid|persona|poynt|routing number|beneficial|payments?|industr(?:y|ies)|otp|onboard(?:ing)?)\b/i;

/** What those words mean elsewhere: HTTP headers are no trade. */
const HARMLESS = /permissions-policy|"payment=\(\)"|payment=\(\)/;

function lines(folder: string, except: (path: string) => boolean): string[] {
  return readdirSync(join(PROJECT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !except(relative(PROJECT, path)))
    .flatMap((path) =>
      readFileSync(path, "utf8")
        .split("\n")
        .map((line, index) => `${relative(PROJECT, path)}:${index + 1}: ${line.trim()}`),
    );
}

it.each([
  ["engine", () => false],
  ["web", () => false],
  ["server", (path: string) => path.startsWith("server/sandbox/platform/")],
] as const)("%s knows nothing of the first flow's trade", (folder, except) => {
  const told = lines(folder, except).filter(
    (line) => TRADE.test(line.replace(/^[^ ]+ /, "")) && !HARMLESS.test(line),
  );
  expect(told).toEqual([]);
});

/** Reads the former words of flow.yaml, by which flows of earlier versions called their axes. */
const FORMER_WORDS = "engine/tools/migrate/axes-of-variants.ts";

it.each(["engine", "web", "server"])("%s knows no axis of a shipped flow", async (folder) => {
  const { flows } = await shippedLibrary();
  const names = [...flows.values()].flatMap(({ definition }) => Object.keys(definition.axes ?? {}));
  expect(names.length).toBeGreaterThan(2);
  const words = new RegExp(`\\b(?:${names.map((name) => `${name}s?`).join("|")})\\b`);
  const told = lines(
    folder,
    (path) => path.startsWith("server/sandbox/") || path === FORMER_WORDS,
  ).filter((line) => words.test(line.replace(/^[^ ]+ /, "")));
  expect(told).toEqual([]);
});

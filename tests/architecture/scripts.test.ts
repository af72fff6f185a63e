import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT } from "../definitions.ts";

it("every script of package.json calls programs that npm finds after an install", async () => {
  const { scripts } = JSON.parse(await readFile(join(PROJECT, "package.json"), "utf8")) as {
    scripts: Readonly<Record<string, string>>;
  };
  const programs = Object.values(scripts).flatMap((script) =>
    script.split("&&").map((part) => part.trim().split(" ")[0] ?? ""),
  );
  expect(programs).toContain("vitest");
  expect(
    programs.filter(
      (program) =>
        !["node", "npm"].includes(program) &&
        !existsSync(join(PROJECT, "node_modules/.bin", program)),
    ),
  ).toEqual([]);
});

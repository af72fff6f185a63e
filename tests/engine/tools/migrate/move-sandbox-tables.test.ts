import { expect, it } from "vitest";
import { movedSandboxTables } from "../../../../engine/tools/migrate/move-sandbox-tables.ts";

const HEAD = "# yaml-language-server: $schema=../../../schemas/platform/sandbox-decisions.json\n";

it("movedSandboxTables() moves tables of the platform, and no sandbox of a service", () => {
  const sources = new Map([
    ["flows/a/sandbox/decisions.yaml", `${HEAD}decisions: []\n`],
    ["flows/a/sandbox/register.yaml", "calls: { enter: [{ id: entered, status: 204 }] }\n"],
    ["flows/a/sandbox/platform/values.yaml", "values: {}\n"],
    ["flows/b/sandbox/decisions.yaml", "decisions: []\n"],
  ]);
  expect(movedSandboxTables(sources, "a")).toEqual([
    {
      from: "flows/a/sandbox/decisions.yaml",
      to: "flows/a/sandbox/platform/decisions.yaml",
      text: `${HEAD.replace("../../../", "../../../../")}decisions: []\n`,
    },
  ]);
});

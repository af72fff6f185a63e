import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tablesOf } from "../../../../server/storage/database/run-migrations.ts";
import { PROJECT } from "../../../definitions.ts";

it("runbook: what grows, and what cleans it, names every table once", async () => {
  const runbook = await readFile(join(PROJECT, "server/RUNBOOK.md"), "utf8");
  const [, section = ""] = /^## What grows\n([^]*?)^## /m.exec(runbook) ?? [];
  const named = section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`(\w+)`/g)])
    .map(([, name]) => name);
  const tables = await tablesOf(join(PROJECT, "server/storage/migrations"));
  expect(named.toSorted()).toEqual([...tables, "migrations"].toSorted());
});

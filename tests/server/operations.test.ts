import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { longestCallOf } from "../../server/definitions/longest-call-of.ts";
import { Metrics } from "../../server/telemetry/metrics.ts";
import { PROJECT, shippedLibrary } from "../definitions.ts";

const read = async (name: string) => readFile(join(PROJECT, "server", name), "utf8");

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

describe("server/operations", () => {
  it("nginx.conf waits for longer than the longest call of the shipped flows", async () => {
    const seconds = /proxy_read_timeout (\d+)s;/.exec(await read("operations/nginx.conf"))?.[1];
    const { flows } = await shippedLibrary();
    const longest = longestCallOf(flows.values()) / 1000;
    expect(longest).toBeGreaterThan(60);
    expect(Number(seconds)).toBeGreaterThanOrEqual(longest + 30);
  });

  it("alerts.yaml reads metrics that nodes have, and the runbook has a row for each alert", async () => {
    const rules = (parse(await read("operations/alerts.yaml")) as Rules).groups.flatMap(
      (group) => group.rules,
    );
    const runbook = await read("RUNBOOK.md");
    const metrics = new Metrics(
      {
        query: async () => [],
        assertWritable: async () => undefined,
        connections: () => ({ busy: 0, idle: 0, waiting: 0 }),
      } as unknown as ConstructorParameters<typeof Metrics>[0],
      { offsetSeconds: 0 },
    );
    const known = new Set(
      [...(await metrics.text()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name),
    );
    expect(rules.length).toBeGreaterThan(5);
    for (const { alert, expr } of rules) {
      const named = [...expr.matchAll(/foyer_\w+/g)].map(([name]) =>
        name.replace(/_(?:count|bucket|sum)$/, ""),
      );
      expect(named.filter((name) => !known.has(name))).toEqual([]);
      expect(runbook).toContain(`\`${alert}\``);
    }
  });

  it.each(["foyer.service", "foyer-retain.service"])(
    "%s starts a program of the project",
    async (unit) => {
      const [, program = ""] =
        /^ExecStart=\/usr\/bin\/node (\S+)/m.exec(await read(`operations/${unit}`)) ?? [];
      expect(["dist/server/main.js", "server/cli/foyer.mjs"]).toContain(program);
    },
  );
});

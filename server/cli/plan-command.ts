import { flowIds } from "../../engine/compile/flow-sources.ts";
import type { Json } from "../../engine/language/json.ts";
import { compareSources, type SourceChanges } from "../../engine/tools/compare-sources.ts";
import { Applications } from "../storage/repositories/applications.ts";
import { Versions } from "../storage/repositories/versions.ts";
import { commonSources, compileStored, ownSources } from "../definitions/compile-version.ts";
import { compileCached, compileCheckedCached, openCache } from "../definitions/definition-cache.ts";
import { Planner, type Plan, type PlanGroup } from "../definitions/plan.ts";
import { findHash } from "../definitions/publish-gate.ts";
import { withDatabase } from "./command-database.ts";
import type { Command } from "./command.ts";
import { formatProblems } from "../definitions/format-problems.ts";
import { readOptions } from "./options.ts";
import { readDefinition } from "./read-definitions.ts";
import { sourcesHere } from "./read-library.ts";

/** `foyer plan`: compares the sources with a version. */
export const planCommand: Command = {
  usage: "plan [FLOW] [--from live|HASH] [--json]",
  help: `Runs every fixture, and every application in flight, on the live version (or HASH) and on the definitions on disk. Lists
those whose next screen or messages differ, by the deciding rule on each side, with up to three examples; answers that
would be asked again; and texts, values and flags that differ, by key. Changes nothing. FLOW may be left out when there is
only one. Exit 1 when the definitions have an error.`,
  async run(args, json) {
    const { options, rest } = readOptions(args, ["from"]);
    const sources = await sourcesHere();
    return withDatabase(async ({ database, vault, environment }) => {
      const versions = new Versions(database);
      const live = await versions.live();
      const candidates = flowIds(sources).filter((id) => live.some(({ flow }) => flow === id));
      const flow = rest[0] ?? (candidates.length === 1 ? candidates[0] : undefined);
      if (flow === undefined || !candidates.includes(flow))
        throw new Error(
          `FLOW has to be one that is published: ${candidates.join(", ") || "none is yet"}`,
        );
      const from = options["from"] ?? "live";
      const hash =
        from === "live"
          ? (live.find((each) => each.flow === flow)?.hash ?? "")
          : findHash(await versions.history(flow), from);
      const own = (await versions.sources(flow, hash)) ?? new Map<string, string>();
      const published = new Map([...commonSources(sources), ...own]);
      const cache = openCache();
      const before = compileStored(published, flow, (files) =>
        compileCheckedCached(cache, files, flow, [environment]),
      );
      const after = compileCached(cache, sources, flow, [environment]);
      if (!after.ok) {
        console.log(
          json
            ? JSON.stringify({ problems: after.problems }, null, 2)
            : await formatProblems(after.problems, readDefinition),
        );
        return 1;
      }
      if (!before.ok)
        throw new Error(
          `this code cannot compile ${flow} ${hash}: ${before.problems[0]?.message ?? ""}`,
        );
      const planner = new Planner(before.flow, after.flow, environment, new Date().toISOString());
      await new Applications(database, vault).eachOf(
        flow,
        (application) => planner.take(application),
        "on-read",
      );
      const plan = planner.plan();
      const sourceChanges = compareSources(own, ownSources(sources, flow), flow);
      if (json)
        console.log(
          JSON.stringify(
            { flow, from: hash, to: after.flow.version, ...plan, ...sourceChanges },
            null,
            2,
          ),
        );
      else
        console.log(
          [
            `${flow} ${hash} → ${after.flow.version}`,
            ...planJson(plan),
            ...sourceLines(sourceChanges),
          ].join("\n"),
        );
      return 0;
    });
  },
};

const TIMER_CHANGES = {
  begins: "begins, and counts from the publish",
  ends: "ends, and fires no more",
  changes: "fires at other times",
} as const;

function planJson({ fixtures, applications }: Plan): string[] {
  const { inFlight, finished, unaffected, groups, askedAgain, timers, stuck } = applications;
  const count = (list: readonly { readonly count: number }[]) =>
    list.reduce((sum, each) => sum + each.count, 0);
  return [
    "",
    `Fixtures: ${fixtures.played} played, ${count(fixtures.groups)} go another way${count(fixtures.groups) === 0 ? "" : "; one that says otherwise keeps the version from being published"}`,
    ...fixtures.groups.flatMap(groupLines),
    "",
    `Applications in flight: ${inFlight} (${finished} more are finished); ${unaffected} unaffected, ${count(groups)} would be somewhere else${stuck.count === 0 ? "" : `, ${stuck.count} stuck: ${stuck.examples.join(", ")}`}`,
    ...groups.flatMap(groupLines),
    ...(groups.length === 0
      ? []
      : [
          "  with --in-flight move or re-ask on their next step, with pin not before they are through",
        ]),
    ...askedAgain.map(
      ({ path, count: times, examples }) =>
        `  ${times} × asked again with --in-flight re-ask: ${path}\n      ${examples.join(", ")}`,
    ),
    ...timers.map(
      ({ timer, change, count: times, examples }) =>
        `  ${times} × the timer ${timer} ${TIMER_CHANGES[change]}\n      ${examples.join(", ")}`,
    ),
  ];
}

function groupLines({ from, to, count, examples }: PlanGroup): string[] {
  const place = ({ screen, because, notices }: PlanGroup["from"]) =>
    `${screen} (${because})${notices.length === 0 ? "" : ` with ${notices.join(", ")}`}`;
  return [`  ${count} × ${place(from)} → ${place(to)}`, `      ${examples.join(", ")}`];
}

function sourceLines({ values, files }: SourceChanges): string[] {
  if (values.length === 0 && files.length === 0) return ["", "Nothing else differs."];
  const shown = (value: Json | undefined) =>
    value === undefined ? "nothing" : JSON.stringify(value);
  return [
    ...(values.length === 0 ? [] : ["", "Texts, values and switches:"]),
    ...values.map(({ kind, key, from, to }) => `  ${kind} ${key}: ${shown(from)} → ${shown(to)}`),
    ...(files.length === 0 ? [] : ["", "Other files that differ:"]),
    ...files.map((path) => `  ${path}`),
  ];
}

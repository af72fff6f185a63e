import { flowIds } from "../../engine/compile/flow-sources.ts";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { compareForms } from "../../engine/tools/compare-forms.ts";
import { compareSources } from "../../engine/tools/compare-sources.ts";
import { Applications } from "../storage/repositories/applications.ts";
import { Versions } from "../storage/repositories/versions.ts";
import { commonSources, compileStored, ownSources } from "../definitions/compile-version.ts";
import { compileCached, compileCheckedCached, openCache } from "../definitions/definition-cache.ts";
import { pinsApplications } from "../definitions/pinned-applications.ts";
import { Planner } from "../definitions/plan.ts";
import { findHash } from "../definitions/publish-gate.ts";
import { withDatabase } from "./command-database.ts";
import type { Command } from "./command.ts";
import { planLines, sourceLines } from "./plan/plan-lines.ts";
import { formLines } from "./plan/form-lines.ts";
import { formatProblems } from "../definitions/format-problems.ts";
import { readOptions } from "./options.ts";
import { readDefinition } from "./read-definitions.ts";
import { sourcesHere } from "./read-library.ts";

/** `foyer plan`: compares the sources with a version. */
export const planCommand: Command = {
  usage: "plan [FLOW] [--from live|HASH] [--json]",
  help: `Runs every fixture, and every application in flight, on the live version (or HASH) and on the definitions on disk. Lists
those whose next screen or messages differ, by the deciding rule on each side, with up to three examples; answers that
would be asked again, and choices that are kept although they are no longer offered; forms and fields that differ; and
texts, values and flags that differ, by key. Changes nothing. FLOW may be left out when there is
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
          candidates.length > 1 && rest[0] === undefined
            ? `several flows are published; say which one: foyer plan ${candidates.join(", or foyer plan ")}`
            : `FLOW has to be one that is published: ${candidates.join(", ") || "none is yet"}`,
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
      const now = new Date();
      const serving = live.find((each) => each.flow === flow && each.hash === hash);
      const pinned =
        serving !== undefined && pinsApplications(serving, now)
          ? await pinnedVersions(versions, { flow, live: hash, sources, cache, environment })
          : new Map<string, CompiledFlow>();
      const planner = new Planner(
        { before: before.flow, after: after.flow, pinned },
        environment,
        now.toISOString(),
      );
      await new Applications(database, vault).eachOf(
        flow,
        (application) => planner.add(application),
        "on-read",
      );
      const plan = planner.plan();
      const forms = compareForms(before.flow, after.flow);
      const sourceChanges = compareSources(own, ownSources(sources, flow), flow);
      if (json)
        console.log(
          JSON.stringify(
            { flow, from: hash, to: after.flow.version, ...plan, forms, ...sourceChanges },
            null,
            2,
          ),
        );
      else
        console.log(
          [
            `${flow} ${hash} → ${after.flow.version}`,
            ...planLines(plan),
            ...formLines(forms),
            ...sourceLines(sourceChanges),
          ].join("\n"),
        );
      return 0;
    });
  },
};

/**
 * Earlier versions that applications may be pinned to, by hash; not those this code cannot compile.
 */
async function pinnedVersions(
  versions: Versions,
  {
    flow,
    live,
    sources,
    cache,
    environment,
  }: {
    readonly flow: string;
    /** Hash of the live version. */
    readonly live: string;
    readonly sources: Sources;
    readonly cache: ReturnType<typeof openCache>;
    readonly environment: string;
  },
): Promise<ReadonlyMap<string, CompiledFlow>> {
  const pinned = new Map<string, CompiledFlow>();
  for (const hash of await versions.inUse(flow)) {
    const own = hash === live ? undefined : await versions.sources(flow, hash);
    if (own === undefined) continue;
    const compiled = compileStored(new Map([...commonSources(sources), ...own]), flow, (files) =>
      compileCheckedCached(cache, files, flow, [environment]),
    );
    if (compiled.ok) pinned.set(hash, compiled.flow);
  }
  return pinned;
}

import { DatabaseUnavailable } from "../storage/database/database-unavailable.ts";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import { flowIds } from "../../engine/compile/flow-sources.ts";
import { DefinitionError, type DefinitionProblem } from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { Versions, type Publication } from "../storage/repositories/versions.ts";
import type { Database } from "../storage/database/database.ts";
import { commonSources, ownSources } from "./compile-version.ts";
import { compileCached, openCache, type DefinitionCache } from "./definition-cache.ts";
import { listen } from "./listen.ts";
import { PublishedFlows } from "./published-flows.ts";

/** Milliseconds between two checks of a node: a notification may be lost with its connection. */
const LOOK_EVERY_MS = 3000;

/** Published flows that follow every publish. */
export interface ServedFlows {
  readonly flows: PublishedFlows;
  stop(): Promise<void>;
}

/** What published versions are served with. */
interface ServedOptions {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly environment: string;
  /** The definitions on disk. */
  readonly sources: Sources;
  readonly log: Record<"error" | "warn" | "info", (details: object, message: string) => void>;
  /** Throws when this node cannot serve these versions; called before the first is published. */
  accept(flows: Iterable<CompiledFlow>): void;
  /** What this node lacks for the services of a version, one sentence each. */
  problemsOf(flow: CompiledFlow): readonly string[];
  /** What applicants of a version miss on this node, which serves it all the same. */
  warningsOf(flow: CompiledFlow): readonly string[];
}

/**
 * Serves the published versions and follows every later publish. With nothing published yet, the
 * files on disk become the first version.
 *
 * @throws DefinitionError when no version can be served on this node, and what `accept` throws
 */
export async function servePublished(options: ServedOptions): Promise<ServedFlows> {
  const { database, databaseUrl, environment, sources, log } = options;
  const versions = new Versions(database);
  const cache = openCache();
  if ((await versions.live()).length === 0) {
    log.info({}, "Nothing is published yet: the definitions on disk are checked, then published");
    const first = firstFlows(sources, environment, cache);
    options.accept(first);
    await versions.publish(firstPublication(sources, first), []);
  }
  const served = (flow: string, hash: string) =>
    log.info({ flow, hash }, `This node serves version ${hash} of ${flow}`);
  const refused = (flow: string, hash: string, problems: readonly DefinitionProblem[]) =>
    log.error(
      { flow, hash, problems: problems.slice(0, 20) },
      `This node cannot compile version ${hash} of ${flow}; the last good one stays: ${problems[0]?.message ?? ""}`,
    );
  const tolerated = (flow: string, hash: string, problems: readonly DefinitionProblem[]) =>
    log.warn(
      { flow, hash, problems: problems.slice(0, 20) },
      `The checks of this release refuse version ${hash} of ${flow}, which goes on being served; correct its files before the next publish: ${problems[0]?.message ?? ""}`,
    );
  const flows = new PublishedFlows(versions, {
    common: commonSources(sources),
    environment,
    cache,
    served,
    refused,
    tolerated,
  });
  log.info({}, "The published definitions are compiled");
  await flows.start();
  options.accept(flows.library().flows.values());
  const report = settingsReport(options, flows.library().flows.values());
  report(flows.library().flows.values());
  const look = () =>
    void flows
      .refresh()
      .then(() => report(flows.library().flows.values()))
      .catch((error: unknown) => {
        // That the database is away is logged by itself, once.
        if (error instanceof DatabaseUnavailable) return;
        log.error({ err: error }, "Published versions could not be looked up; the last ones stay");
      });
  const stopListening = listen(databaseUrl, look);
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return {
    flows,
    async stop() {
      clearInterval(timer);
      await stopListening();
    },
  };
}

/**
 * Reports, once for each version, what this node lacks for it. The services of the versions at the
 * start were looked at before.
 */
function settingsReport(
  { log, problemsOf, warningsOf }: Pick<ServedOptions, "log" | "problemsOf" | "warningsOf">,
  atStart: Iterable<CompiledFlow>,
): (serving: Iterable<CompiledFlow>) => void {
  const first = new Set(atStart);
  const lookedAt = new WeakSet<CompiledFlow>();
  return (serving) => {
    for (const flow of serving) {
      if (lookedAt.has(flow)) continue;
      lookedAt.add(flow);
      const { id, version: hash } = flow;
      for (const warning of warningsOf(flow)) log.warn({ flow: id, hash }, warning);
      const problems = first.has(flow) ? [] : problemsOf(flow);
      if (problems.length > 0)
        log.error(
          { flow: id, hash, problems },
          `This node lacks settings that version ${hash} of ${id} needs, and its calls there fail: ${problems.join("; ")}`,
        );
    }
  };
}

/** @throws DefinitionError for the first flow with a mistake */
function firstFlows(
  sources: Sources,
  environment: string,
  cache: DefinitionCache | undefined,
): readonly CompiledFlow[] {
  return flowIds(sources).map((id) => {
    const result = compileCached(cache, sources, id, [environment]);
    if (!result.ok) throw new DefinitionError(result.problems);
    return result.flow;
  });
}

function firstPublication(
  sources: Sources,
  flows: readonly CompiledFlow[],
): readonly Publication[] {
  return flows.map(({ id, version, definition }) => ({
    flow: id,
    hash: version,
    sources: ownSources(sources, id),
    kind: "publish",
    author: "start",
    message: "What lay on disk at the first start",
    inFlight: definition.versionPolicy,
    until: undefined,
  }));
}

import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { flowIds } from "../../engine/compile/flow-sources.ts";
import { DefinitionError, type DefinitionProblem } from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { Versions, type Publication } from "../storage/repositories/versions.ts";
import type { Database } from "../storage/database/database.ts";
import { commonSources, ownSources } from "./compile-version.ts";
import { listen } from "./listen.ts";
import { PublishedFlows } from "./published-flows.ts";

/** Milliseconds between two checks of a node: a notification may be lost with its connection. */
const LOOK_EVERY_MS = 3000;

/** Published flows that follow every publish. */
export interface ServedFlows {
  readonly flows: PublishedFlows;
  stop(): Promise<void>;
}

/**
 * Serves the published versions and follows every later publish. With nothing published yet, the
 * files on disk become the first version.
 *
 * @throws DefinitionError when no version can be served on this node
 */
export async function servePublished(options: {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly environment: string;
  /** The definitions on disk. */
  readonly sources: Sources;
  readonly log: Record<"error" | "warn" | "info", (details: object, message: string) => void>;
}): Promise<ServedFlows> {
  const { database, databaseUrl, environment, sources, log } = options;
  const versions = new Versions(database);
  if ((await versions.live()).length === 0)
    await versions.publish(firstPublication(sources, environment), true);
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
    served,
    refused,
    tolerated,
  });
  await flows.start();
  const look = () =>
    void flows
      .refresh()
      .catch((error: unknown) =>
        log.error({ err: error }, "Published versions could not be looked up; the last ones stay"),
      );
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

function firstPublication(sources: Sources, environment: string): readonly Publication[] {
  return flowIds(sources).map((flow) => {
    const result = compileFlow(sources, flow, [environment]);
    if (!result.ok) throw new DefinitionError(result.problems);
    return {
      flow,
      hash: result.flow.version,
      sources: ownSources(sources, flow),
      kind: "publish",
      author: "start",
      message: "What lay on disk at the first start",
      inFlight: result.flow.definition.versionPolicy,
      until: undefined,
    };
  });
}

import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import { flowIds } from "../../engine/compile/flow-sources.ts";
import { DefinitionError } from "../../engine/language/problem.ts";
import { commonSources, compileStored } from "../definitions/compile-version.ts";
import { compileOnDemandCached, openCache } from "../definitions/definition-cache.ts";
import { Versions } from "../storage/repositories/versions.ts";
import type { CommandDatabase } from "./command-database.ts";
import type { Failures } from "./failures.ts";
import { sourcesHere } from "./library-here.ts";

/**
 * The flows as they are served: the live version of each one that is published, the files of the
 * others. No check runs, and each variant is compiled on its first use.
 */
export async function liveFlows(
  { database, environment }: Pick<CommandDatabase, "database" | "environment">,
  failures: Failures,
): Promise<readonly CompiledFlow[]> {
  const cache = openCache();
  const sources = await sourcesHere();
  const versions = new Versions(database);
  const live = new Map((await versions.live()).map(({ flow, hash }) => [flow, hash]));
  return failures.each(
    [...new Set([...flowIds(sources), ...live.keys()])],
    (flow) => flow,
    async (flow) => {
      const hash = live.get(flow);
      const own = hash === undefined ? undefined : await versions.sources(flow, hash);
      const files = own === undefined ? sources : new Map([...commonSources(sources), ...own]);
      const result = compileStored(files, flow, (each) =>
        compileOnDemandCached(cache, each, flow, [environment]),
      );
      if (!result.ok) throw new DefinitionError(result.problems);
      return result.flow;
    },
  );
}

import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import { pinsApplications } from "../../definitions/pinned-applications.ts";
import type { LiveVersion } from "../../storage/repositories/versions.ts";
import { storedVersion, UncompilableVersion, type PlanDependencies } from "./planned-version.ts";

/**
 * Earlier versions that applications may be pinned to beside the live one, by hash. `uncompiled`:
 * says which of them this code cannot compile, and why.
 */
export async function pinnedVersions(
  live: LiveVersion | undefined,
  now: Date,
  dependencies: PlanDependencies,
): Promise<{
  readonly pinned: ReadonlyMap<string, CompiledFlow>;
  readonly uncompiled: readonly string[];
}> {
  const pinned = new Map<string, CompiledFlow>();
  const uncompiled: string[] = [];
  if (live === undefined || !pinsApplications(live, now)) return { pinned, uncompiled };
  for (const hash of await dependencies.versions.inUse(dependencies.flow)) {
    if (hash === live.hash) continue;
    try {
      const version = await storedVersion(hash, dependencies);
      if (version !== undefined) pinned.set(hash, version);
    } catch (error) {
      if (!(error instanceof UncompilableVersion)) throw error;
      uncompiled.push(error.message);
    }
  }
  return { pinned, uncompiled };
}

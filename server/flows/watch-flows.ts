import { watch } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { versionOf } from "../../engine/compile/compile-flow.ts";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import { flowIds } from "../../engine/compile/flow-sources.ts";
import { DefinitionError, type DefinitionProblem } from "../../engine/definition/problem.ts";
import type { Sources } from "../../engine/definition/sources.ts";
import { formatProblems } from "../cli/format-problems.ts";
import type { ServerConfig } from "../config.ts";
import type { Service } from "../service.ts";
import { commonSources, compileVersion } from "../versions/compile-version.ts";
import { libraryOf, type FlowLibrary } from "./flow-library.ts";
import { readSources } from "./read-sources.ts";

/** Editors write a file in several strokes; what comes within this time is one change. */
const SETTLE_MS = 150;

/**
 * In development: a saved definition is served from the next request on. A broken one is refused, and the last good
 * one goes on. Only flows whose own files changed are compiled again, letting requests through in between.
 */
export function watchFlows(config: ServerConfig, home: string, service: Service): void {
  let timer: NodeJS.Timeout | undefined;
  let saves = 0;
  let common: string | undefined;
  const refuse = async (problems: readonly DefinitionProblem[]) => {
    const read = (path: string) => readFile(join(config.flowsFolder, path), "utf8").catch(() => "");
    console.error(await formatProblems(problems, read));
    console.error("The last good definitions are still being served.");
    await service.live?.refused(problems, read);
  };
  const reload = async () => {
    const mine = saves;
    const sources = await readSources(config.flowsFolder, home).catch((error: unknown) => {
      if (error instanceof DefinitionError) return error;
      throw error;
    });
    if (sources instanceof DefinitionError) return refuse(sources.problems);
    const shared = JSON.stringify([...commonSources(sources)]);
    const kept = common === undefined || common === shared ? service.library().flows : new Map<string, CompiledFlow>();
    const result = await compileChanged(kept, sources, config.environment);
    // A later save has its own turn.
    if (mine !== saves) return;
    if (!result.ok) return refuse(result.problems);
    common = shared;
    service.use(result.library);
    service.live?.served(sources);
    console.log(`Definitions reloaded: ${[...result.library.flows.values()].map(({ id, version }) => `${id} ${version}`).join(", ")}`);
  };
  for (const folder of ["flows", "schemas", "content"]) {
    const watcher = watch(join(config.flowsFolder, folder), { recursive: true }, () => {
      saves++;
      clearTimeout(timer);
      timer = setTimeout(() => void reload().catch((error: unknown) => console.error(error)), SETTLE_MS);
    });
    watcher.on("error", () => undefined);
    service.app.addHook("onClose", async () => watcher.close());
  }
}

type Reloaded = { readonly ok: true; readonly library: FlowLibrary } | { readonly ok: false; readonly problems: readonly DefinitionProblem[] };

async function compileChanged(kept: ReadonlyMap<string, CompiledFlow>, sources: Sources, environment: string): Promise<Reloaded> {
  const flows = new Map<string, CompiledFlow>();
  const problems: DefinitionProblem[] = [];
  for (const id of flowIds(sources)) {
    const same = kept.get(id);
    if (same !== undefined && same.version === versionOf(sources, id)) {
      flows.set(id, same);
      continue;
    }
    const result = await compileVersion(id, sources, new Map(), environment);
    if (result.ok) flows.set(id, result.flow);
    else problems.push(...result.problems);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, library: libraryOf(flows, sources) };
}

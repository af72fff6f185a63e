import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import { versionOf } from "../../../engine/compile/compile-flow.ts";
import type { DefinitionProblem } from "../../../engine/language/problem.ts";
import type { Sources } from "../../../engine/language/sources.ts";
import {
  commonSources,
  compileStored,
  isTest,
  ownSources,
} from "../../definitions/compile-version.ts";
import {
  compileCached,
  compileCheckedCached,
  type openCache,
} from "../../definitions/definition-cache.ts";
import { findHash, versionBefore } from "../../definitions/publish-history.ts";
import type { Versions } from "../../storage/repositories/versions.ts";

/** A version of a flow, as a plan compares it. */
export interface PlannedVersion {
  readonly hash: string;
  readonly flow: CompiledFlow;
  /** The flow's own files. */
  readonly own: Sources;
}

/** The definitions on disk, as a plan compares them. */
export interface VersionOnDisk {
  /** Undefined where the definitions themselves have a mistake. */
  readonly version: PlannedVersion | undefined;
  /** With a version: mistakes of fixtures and worked examples, without which it was compiled. */
  readonly problems: readonly DefinitionProblem[];
}

/** Thrown for a stored version that this code cannot compile. */
export class UncompilableVersion extends Error {
  constructor(flow: string, hash: string, problem: string) {
    super(`this code cannot compile ${flow} ${hash}: ${problem}`);
    this.name = "UncompilableVersion";
  }
}

/** What a plan compiles with. */
export interface PlanDependencies {
  readonly flow: string;
  readonly versions: Versions;
  /** The definitions on disk. */
  readonly sources: Sources;
  readonly environment: string;
  readonly cache: ReturnType<typeof openCache>;
}

/**
 * A published version by the beginning of its hash; `live`, and `previous`, to which a rollback
 * would lead.
 *
 * @throws UncompilableVersion; Error for a version that is not there
 */
export async function publishedVersion(
  named: string,
  dependencies: PlanDependencies,
): Promise<PlannedVersion> {
  const { flow, versions } = dependencies;
  const live = (await versions.live()).find((each) => each.flow === flow)?.hash ?? "";
  const history = await versions.history(flow);
  const hash =
    named === "live"
      ? live
      : named === "previous"
        ? versionBefore(history, live)
        : findHash(history, named);
  if (hash === undefined)
    throw new Error(`${flow} ${live} is the first version; there is none before it`);
  const own = (await versions.sources(flow, hash)) ?? new Map<string, string>();
  return { hash, flow: compileOwn(own, hash, dependencies), own };
}

/**
 * A version that applications may be in; undefined for one that is not stored.
 *
 * @throws UncompilableVersion
 */
export async function storedVersion(
  hash: string,
  dependencies: PlanDependencies,
): Promise<CompiledFlow | undefined> {
  const own = await dependencies.versions.sources(dependencies.flow, hash);
  return own === undefined ? undefined : compileOwn(own, hash, dependencies);
}

function compileOwn(
  own: Sources,
  hash: string,
  { flow, sources, environment, cache }: PlanDependencies,
): CompiledFlow {
  const compiled = compileStored(new Map([...commonSources(sources), ...own]), flow, (files) =>
    compileCheckedCached(cache, files, flow, [environment]),
  );
  if (!compiled.ok) throw new UncompilableVersion(flow, hash, compiled.problems[0]?.message ?? "");
  return compiled.flow;
}

/**
 * The definitions on disk. Mistakes of fixtures alone keep no plan from looking at applications: it
 * is made without these files.
 */
export function versionOnDisk({
  flow,
  sources,
  environment,
  cache,
}: PlanDependencies): VersionOnDisk {
  const own = ownSources(sources, flow);
  const hash = versionOf(sources, flow);
  const whole = compileCached(cache, sources, flow, [environment]);
  if (whole.ok) return { version: { hash, flow: whole.flow, own }, problems: [] };
  const errors = whole.problems.filter(({ severity }) => severity === "error");
  const wrong = new Set(errors.map(({ file }) => file));
  if (![...wrong].every(isTest)) return { version: undefined, problems: whole.problems };
  const rest = new Map([...sources].filter(([path]) => !wrong.has(path)));
  const compiled = compileCached(cache, rest, flow, [environment]);
  return compiled.ok
    ? { version: { hash, flow: compiled.flow, own }, problems: errors }
    : { version: undefined, problems: whole.problems };
}

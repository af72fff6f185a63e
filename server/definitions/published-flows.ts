import { versionOf } from "../../engine/compile/compile-flow.ts";
import type { CompiledFlow, CompileResult } from "../../engine/compile/compiled-flow.ts";
import { coalesced } from "../../engine/language/coalesced.ts";
import {
  DefinitionError,
  hasError,
  type DefinitionProblem,
} from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { inPresentWords } from "../../engine/tools/migrate/migrate-flow.ts";
import { createLibrary, type FlowLibrary } from "./flow-library.ts";
import type { LiveVersion, Versions } from "../storage/repositories/versions.ts";
import { compileRefused, compileVariants, compileVersion } from "./compile-version.ts";
import { findingsOf, type DefinitionCache } from "./definition-cache.ts";

/** Maximum number of compiled versions in memory beside those that are served. */
const KEPT = 12;

export interface PublishedFlowsOptions {
  /** Meta-schemas and the renderer's copy: they belong to this node's code. */
  readonly common: Sources;
  readonly environment: string;
  /** What earlier checks found; undefined: nothing is kept. */
  readonly cache?: DefinitionCache | undefined;
  /** Logs a version that this node serves from now on. */
  served(flow: string, hash: string): void;
  /** Logs, as an error, a version that this node cannot serve. */
  refused(flow: string, hash: string, problems: readonly DefinitionProblem[]): void;
  /** Logs, as a warning, a version that this node serves although its checks refuse it. */
  tolerated(flow: string, hash: string, problems: readonly DefinitionProblem[]): void;
}

/** The published flows of this node: the live versions, and older ones on demand. */
export class PublishedFlows {
  private current: FlowLibrary;
  private readonly compiled = new Map<string, Promise<CompiledFlow | undefined>>();

  /**
   * Loads the live versions when they changed. Calls during a check cause one further check, which
   * they share.
   */
  readonly refresh = coalesced(async () => this.look());

  constructor(
    private readonly versions: Versions,
    private readonly options: PublishedFlowsOptions,
  ) {
    this.current = createLibrary(new Map(), options.common);
  }

  /** The served library; replaced as a whole. */
  library(): FlowLibrary {
    return this.current;
  }

  /**
   * Loads the live versions; for one that this node cannot compile, the latest version before it.
   *
   * @throws DefinitionError when a flow has no version that this node can compile
   */
  async start(): Promise<void> {
    await this.refresh();
    const missing = (await this.versions.live()).filter(
      ({ flow }) => !this.current.flows.has(flow),
    );
    if (missing.length === 0) return;
    const flows = new Map(this.current.flows);
    for (const { flow, hash: live } of missing) {
      const older = (await this.hashes(flow)).filter((hash) => hash !== live);
      for (const hash of older) {
        const made = await this.version(flow, hash);
        if (made === undefined) continue;
        flows.set(flow, made);
        break;
      }
      if (!flows.has(flow))
        throw new DefinitionError([
          {
            code: "FLOW-VERSION",
            severity: "error",
            message: `No published version of ${flow} can be compiled by this node; the log says why, version by version`,
            suggestion:
              "the release that published it, or `npx foyer publish` with corrected files",
            file: `flows/${flow}/flow.yaml`,
            line: 1,
            column: 1,
          },
        ]);
    }
    this.serve(flows, this.current.policies);
  }

  /**
   * A version of a flow, compiled; undefined for an unknown one, or one that this node cannot
   * compile.
   */
  async version(flow: string, hash: string): Promise<CompiledFlow | undefined> {
    const name = `${flow} ${hash}`;
    const known = this.compiled.get(name);
    const made = known ?? this.compile(flow, hash);
    // The map is in order of use: the least recently used version is dropped.
    this.compiled.delete(name);
    this.compiled.set(name, made);
    const served = new Set([...this.current.flows].map(([id, { version }]) => `${id} ${version}`));
    const older = [...this.compiled.keys()].filter((each) => !served.has(each));
    for (const each of older.slice(0, -KEPT)) this.compiled.delete(each);
    if (known === undefined) made.catch(() => this.compiled.delete(name));
    return made;
  }

  /** Hashes of a flow's versions, the latest first. */
  async hashes(flow: string): Promise<readonly string[]> {
    return [...new Set((await this.versions.history(flow)).map(({ hash }) => hash))];
  }

  private async look(): Promise<void> {
    const live = await this.versions.live();
    const flows = new Map(this.current.flows);
    const policies = new Map(this.current.policies);
    for (const row of live) {
      const serving = flows.get(row.flow);
      const flow = serving?.version === row.hash ? serving : await this.version(row.flow, row.hash);
      // The last good version stays, with its own publish's policy.
      if (flow === undefined) continue;
      flows.set(row.flow, flow);
      policies.set(row.flow, { inFlight: row.inFlight, until: row.until });
    }
    if (differs(this.current, flows, live)) this.serve(flows, policies);
  }

  private serve(flows: ReadonlyMap<string, CompiledFlow>, policies: FlowLibrary["policies"]): void {
    const before = this.current.flows;
    this.current = createLibrary(flows, this.options.common, policies);
    for (const [flow, { version }] of flows)
      if (before.get(flow)?.version !== version) this.options.served(flow, version);
  }

  private async compile(flow: string, hash: string): Promise<CompiledFlow | undefined> {
    const sources = await this.versions.sources(flow, hash);
    if (sources === undefined) return undefined;
    const whole = new Map([...this.options.common, ...sources]);
    const stored = versionOf(whole, flow);
    if (stored !== hash) {
      const at = { file: `flows/${flow}/flow.yaml`, line: 1, column: 1 };
      const message = `The sources hash to ${stored}`;
      this.options.refused(flow, hash, [
        { code: "FLOW-VERSION", severity: "error", message, ...at },
      ]);
      return undefined;
    }
    const result = await this.compileFiles(flow, whole, hash);
    if (result.ok) return result.flow;
    this.options.refused(flow, hash, result.problems);
    return undefined;
  }

  /**
   * Compiles the files of a version. One in former words of the language is migrated in memory, and
   * one that only the checks of this release refuse is served all the same: applications go on
   * after an upgrade.
   */
  private async compileFiles(flow: string, files: Sources, hash: string): Promise<CompileResult> {
    const { environment, tolerated } = this.options;
    const result = await this.checked(flow, files, hash);
    if (result.ok) return result;
    const present = inPresentWords(files, flow);
    const migrated = present === files ? result : await this.checked(flow, present, hash);
    if (migrated.ok) return migrated;
    const { problems: refused } = migrated;
    const served = await compileRefused(flow, present, { environment, version: hash, refused });
    if (served.ok) tolerated(flow, hash, refused);
    return served;
  }

  /**
   * Compiles and checks files; what the cache knows of them is not checked again.
   *
   * @param version the hash that they are stored under
   */
  private async checked(flow: string, files: Sources, version: string): Promise<CompileResult> {
    const { environment, cache } = this.options;
    const known = cache?.checkOf(files, flow, [environment]);
    if (known !== undefined && hasError(known.problems))
      return { ok: false, problems: known.problems };
    const result = await compileVersion(flow, files, environment, { version, known });
    if (known === undefined)
      cache?.addCheck(files, flow, { environments: [environment], ...findingsOf(result) });
    else if (result.ok) await compileVariants(result.flow);
    cache?.save();
    return result;
  }
}

function differs(
  library: FlowLibrary,
  flows: ReadonlyMap<string, CompiledFlow>,
  live: readonly LiveVersion[],
): boolean {
  if (flows.size !== library.flows.size) return true;
  return live.some(({ flow, hash, inFlight, until }) => {
    if (library.flows.get(flow) !== flows.get(flow)) return true;
    const policy = library.policies?.get(flow);
    return (
      flows.get(flow)?.version === hash &&
      (policy?.inFlight !== inFlight || policy.until?.getTime() !== until?.getTime())
    );
  });
}

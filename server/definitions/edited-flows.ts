import { isObject } from "../../engine/language/json.ts";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { CompileMemory } from "../../engine/compile/compile-memory.ts";
import type { CompiledFlow, CompileResult } from "../../engine/compile/compiled-flow.ts";
import { flowIds } from "../../engine/compile/flow-sources.ts";
import { hasError, type DefinitionProblem } from "../../engine/language/problem.ts";
import { sameSources, type Sources } from "../../engine/language/sources.ts";
import { readYaml } from "../../engine/source/read-yaml.ts";
import { commonSources, compileVersion, ownSources } from "./compile-version.ts";
import { findingsOf, type DefinitionCache } from "./definition-cache.ts";
import { createLibrary, type BrokenFlow, type FlowLibrary } from "./flow-library.ts";
import type { SourceFiles } from "./read-sources.ts";
import { RecentVariants } from "./recent-variants.ts";

/** The result of compiling one flow's files. */
interface CompiledFiles {
  /** Its files, fixtures included. */
  readonly own: Sources;
  /** Its unreadable files. */
  readonly unreadable: readonly DefinitionProblem[];
  /** The flow to serve: of these files, or of the last good ones. */
  readonly flow: CompiledFlow | undefined;
  readonly problems: readonly DefinitionProblem[];
  readonly warnings: readonly DefinitionProblem[];
}

/**
 * Shows a flow whose open pages have no mistake, before its other checks and its proofs have run.
 */
type ShowUnproved = (flow: CompiledFlow) => Promise<void>;

/**
 * The flows of an author's machine, each compiled and served by itself. A mistake in one keeps no
 * other from being served: its last good version stays live, and a flow that never compiled shows
 * its problems at its address. A mistake in a fixture is reported, and its flow served without the
 * fixture.
 */
export class EditedFlows {
  private compiled = new Map<string, CompiledFiles>();
  private readonly memories = new Map<string, CompileMemory>();
  private readonly recent = new Map<string, RecentVariants>();
  private common: Sources = new Map();
  private unreadable: readonly DefinitionProblem[] = [];
  private reported: readonly DefinitionProblem[] = [];
  /** Sources of flows whose check was known, so that no memory has their parts. */
  private readonly unprepared = new Map<string, Sources>();
  private preparing: Promise<void> = Promise.resolve();

  constructor(
    private readonly environment: string,
    private readonly cache?: DefinitionCache,
  ) {}

  /** Warnings about the flows that are served from the latest files. */
  get warnings(): readonly DefinitionProblem[] {
    return [...this.compiled.values()].flatMap(({ warnings }) => warnings);
  }

  /** All problems of the latest files. */
  get problems(): readonly DefinitionProblem[] {
    return this.reported;
  }

  /**
   * Compiles the flows whose files changed, and yields to requests in between.
   *
   * @param onUnproved called with a library as soon as a changed flow can be shown: the checks of
   *   its variants on open pages found no error. All other checks, and the proofs that every
   *   applicant can finish, wait for it, and may still refuse it
   * @returns the new library; undefined when no file changed
   */
  async refresh(
    { sources, unreadable }: SourceFiles,
    onUnproved?: (library: FlowLibrary) => Promise<void>,
  ): Promise<FlowLibrary | undefined> {
    await this.preparing;
    const common = commonSources(sources);
    const isSameLanguage = sameSources(common, this.common);
    let isChanged = !isSameLanguage || !sameProblems(unreadable, this.unreadable);
    const compiled = new Map<string, CompiledFiles>();
    for (const id of namedFlows(sources, unreadable)) {
      const files = {
        own: ownSources(sources, id),
        unreadable: unreadable.filter(({ file }) => ownerOf(file) === id),
      };
      const known = this.compiled.get(id);
      if (
        known !== undefined &&
        isSameLanguage &&
        sameSources(files.own, known.own) &&
        sameProblems(files.unreadable, known.unreadable)
      ) {
        compiled.set(id, known);
        continue;
      }
      isChanged = true;
      const show = async (shown: CompiledFlow) => {
        const unproved = new Map([...this.compiled, ...compiled]);
        const flow = this.recentOf(id).noted(shown);
        unproved.set(id, { ...files, flow, problems: [], warnings: [] });
        await onUnproved?.(
          createLibrary(served(unproved), sources, undefined, broken(unproved, sources)),
        );
      };
      const { flow, problems, warnings } = await this.compile(id, sources, {
        unreadable: files.unreadable,
        onUnproved: files.unreadable.every(inFixture) ? show : undefined,
      });
      const noted = flow === undefined ? known?.flow : this.recentOf(id).noted(flow);
      compiled.set(id, { ...files, flow: noted, problems, warnings });
    }
    if (!isChanged && compiled.size === this.compiled.size) return undefined;
    [this.compiled, this.common, this.unreadable] = [compiled, common, unreadable];
    const shared = unreadable.filter(({ file }) => !compiled.has(ownerOf(file)));
    this.reported = [...shared, ...[...compiled.values()].flatMap(({ problems }) => problems)];
    return createLibrary(served(compiled), sources, undefined, broken(compiled, sources));
  }

  /**
   * Compiles the flows whose check was known at the start, for the parts that a save reuses. Call
   * it once the service serves; saves wait for it.
   */
  async prepare(): Promise<void> {
    const preparing = this.compileUnprepared();
    // A save compiles what could not be prepared.
    this.preparing = preparing.catch(() => undefined);
    return preparing;
  }

  private async compileUnprepared(): Promise<void> {
    for (const [id, sources] of this.unprepared)
      await compileVersion(id, sources, this.environment, { memory: this.memoryOf(id) });
    this.unprepared.clear();
  }

  /**
   * Compiles a flow; at the start, what an earlier process found of the same files is taken over.
   */
  private async checked(
    id: string,
    files: Sources,
    onUnproved: ShowUnproved | undefined,
  ): Promise<CompileResult> {
    const environments = [this.environment];
    const isFirst = !this.memories.has(id);
    const known = isFirst ? this.cache?.checkOf(files, id, environments) : undefined;
    if (known !== undefined && !hasError(known.problems)) {
      this.unprepared.set(id, files);
      return compileFlow(files, id, environments, { known });
    }
    this.unprepared.delete(id);
    const memory = this.memoryOf(id);
    const result = await compileVersion(id, files, this.environment, {
      memory,
      onUnproved,
      recent: this.recentOf(id).latest,
    });
    if (isFirst && result.ok)
      this.cache?.addCheck(files, id, { environments, ...findingsOf(result) });
    return result;
  }

  private memoryOf(id: string): CompileMemory {
    const memory = this.memories.get(id) ?? new CompileMemory();
    this.memories.set(id, memory);
    return memory;
  }

  private recentOf(id: string): RecentVariants {
    const known = this.recent.get(id) ?? new RecentVariants();
    this.recent.set(id, known);
    return known;
  }

  /** Compiles a flow without its broken fixtures; undefined for any other mistake. */
  private async compile(
    id: string,
    sources: Sources,
    {
      unreadable,
      onUnproved,
    }: {
      readonly unreadable: readonly DefinitionProblem[];
      readonly onUnproved: ShowUnproved | undefined;
    },
  ): Promise<Pick<CompiledFiles, "flow" | "problems" | "warnings">> {
    const problems: DefinitionProblem[] = [...unreadable];
    const files = new Map(sources);
    for (;;) {
      const result = await this.checked(id, files, onUnproved);
      if (result.ok)
        return {
          flow: unreadable.every(inFixture) ? result.flow : undefined,
          problems,
          warnings: result.warnings,
        };
      const errors = result.problems.filter(({ severity }) => severity === "error");
      problems.push(...errors);
      const fixtures = errors.filter(inFixture);
      // The compiler finds other mistakes beside those of fixtures; without the fixtures it may
      // succeed, or find more.
      if (fixtures.length === 0 || fixtures.length < errors.length)
        return { flow: undefined, problems, warnings: [] };
      for (const { file } of fixtures) files.delete(file);
    }
  }
}

/** The ids of all flows, including those with an unreadable flow.yaml. */
function namedFlows(sources: Sources, unreadable: readonly DefinitionProblem[]): readonly string[] {
  const fronts = unreadable
    .map(({ file }) => file)
    .filter((file) => /^flows\/[^/]+\/flow\.yaml$/.test(file))
    .map(ownerOf);
  return [...new Set([...flowIds(sources), ...fronts])].toSorted();
}

function sameProblems(
  some: readonly DefinitionProblem[],
  others: readonly DefinitionProblem[],
): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}

/** The flow that a file belongs to: its folder below flows/, schemas/ or content/. */
function ownerOf(file: string): string {
  return file.split("/")[1] ?? "";
}

function inFixture({ file }: DefinitionProblem): boolean {
  return /^flows\/[^/]+\/fixtures\//.test(file);
}

function served(compiled: ReadonlyMap<string, CompiledFiles>): ReadonlyMap<string, CompiledFlow> {
  return new Map(
    [...compiled].flatMap(([id, { flow }]) => (flow === undefined ? [] : [[id, flow] as const])),
  );
}

function broken(
  compiled: ReadonlyMap<string, CompiledFiles>,
  sources: Sources,
): readonly BrokenFlow[] {
  return [...compiled].flatMap(([id, { flow, problems }]) =>
    flow === undefined ? [{ id, mount: mountOf(id, sources), problems }] : [],
  );
}

/** The mount of a flow that does not compile, as far as its flow.yaml can be read. */
function mountOf(id: string, sources: Sources): string {
  const path = `flows/${id}/flow.yaml`;
  const { value } = readYaml(path, sources.get(path) ?? "");
  const mount = isObject(value) ? (value as { readonly mount?: unknown }).mount : undefined;
  return typeof mount === "string" && mount.startsWith("/") ? mount : `/${id}`;
}

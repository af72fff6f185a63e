import { compileFlow } from "../../engine/compile/compile-flow.ts";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import { flowIds } from "../../engine/compile/flow-sources.ts";
import { shellWords } from "../../engine/copy/shell-words.ts";
import type { FlowDefinition } from "../../engine/language/flow.ts";
import type { DefinitionProblem } from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";

/** The flows that are being served, and the renderer's own words. Replaced as a whole, never changed. */
export interface FlowLibrary {
  readonly flows: ReadonlyMap<string, CompiledFlow>;
  /** The flow a path belongs to: the longest mount that it lies under. `path` is without the reseller's prefix. */
  flowAt(path: string): CompiledFlow | undefined;
  /** On the machine of those who edit: the flow a path belongs to, when it is broken and was never right. */
  brokenAt(path: string): BrokenFlow | undefined;
  /** The renderer's own words. */
  words(locale: string): Readonly<Record<string, string>>;
  /** The words of pages outside the flows, in the first of these languages that there are words in. */
  wordsFor(languages: readonly string[]): {
    readonly locale: string;
    readonly words: Readonly<Record<string, string>>;
  };
  /** What the publish that made a flow live wants of applications in flight; none where files are served. */
  readonly policies?: ReadonlyMap<
    string,
    { readonly inFlight: FlowDefinition["versionPolicy"]; readonly until: Date | undefined }
  >;
}

/** A flow that cannot be served, and why. */
export interface BrokenFlow {
  readonly id: string;
  /** Where it would stand. */
  readonly mount: string;
  readonly problems: readonly DefinitionProblem[];
}

export type LibraryResult =
  | {
      readonly ok: true;
      readonly library: FlowLibrary;
      readonly warnings: readonly DefinitionProblem[];
    }
  | { readonly ok: false; readonly problems: readonly DefinitionProblem[] };

/** Keys of words that are only said outside the flows. */
const OUTSIDE = /^(?:link|signIn)\./;

/** Compiles every flow of the sources; with one mistake in any of them there is no library. */
export function compileLibrary(sources: Sources, environment: string): LibraryResult {
  const flows = new Map<string, CompiledFlow>();
  const problems: DefinitionProblem[] = [];
  const warnings: DefinitionProblem[] = [];
  for (const id of flowIds(sources)) {
    const result = compileFlow(sources, id, [environment]);
    if (result.ok) {
      flows.set(id, result.flow);
      warnings.push(...result.warnings);
    } else problems.push(...result.problems);
  }
  if (flows.size === 0 && problems.length === 0) {
    problems.push({
      code: "FLOW-NONE",
      severity: "error",
      message: "There is no flow: no flows/<flow>/flow.yaml was found",
      file: "flows",
      line: 1,
      column: 1,
    });
  }
  if (problems.some(({ severity }) => severity === "error")) return { ok: false, problems };
  return { ok: true, warnings, library: libraryOf(flows, sources) };
}

/**
 * Puts compiled flows together with the renderer's words.
 *
 * @param broken flows that are told at their address instead of being served; only where flows are edited
 */
export function libraryOf(
  flows: ReadonlyMap<string, CompiledFlow>,
  sources: Sources,
  policies?: FlowLibrary["policies"],
  broken: readonly BrokenFlow[] = [],
): FlowLibrary {
  const shell = shellWords(sources);
  // A locale holds only what it says differently.
  const fallback = shell.get("en-US") ?? {};
  const complete = new Map([...shell].map(([locale, own]) => [locale, { ...fallback, ...own }]));
  // What is said outside the flows does not travel with every view.
  const words = new Map(
    [...complete].map(([locale, all]) => [
      locale,
      Object.fromEntries(Object.entries(all).filter(([key]) => !OUTSIDE.test(key))),
    ]),
  );
  const mounts = [
    ...[...flows.values()].map((flow) => ({
      mount: flow.definition.mount,
      flow,
      broken: undefined,
    })),
    ...broken.map((each) => ({ mount: each.mount, flow: undefined, broken: each })),
  ].toSorted((a, b) => b.mount.length - a.mount.length);
  const at = (path: string) =>
    mounts.find(({ mount }) => mount === "/" || path === mount || path.startsWith(`${mount}/`));
  return {
    flows,
    flowAt: (path) => at(path)?.flow,
    // Of a front page that cannot be read it is not known where it stands: it may be where nothing else does.
    brokenAt: (path) => (at(path) ?? { broken: broken[0] }).broken,
    words: (locale) => words.get(locale) ?? words.get("en-US") ?? {},
    wordsFor(languages) {
      const known = [...complete.keys()];
      const locale =
        languages.flatMap(
          (tag) =>
            known.find((each) => each === tag) ??
            known.find((each) => each.split("-")[0] === tag.split("-")[0]) ??
            [],
        )[0] ?? "en-US";
      return { locale, words: complete.get(locale) ?? {} };
    },
    policies,
  };
}

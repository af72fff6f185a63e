import { compileFlow } from "../../engine/compile/compile-flow.ts";
import type { CompiledFlow, CompileResult } from "../../engine/compile/compiled-flow.ts";
import { flowIds } from "../../engine/compile/flow-sources.ts";
import { ownHostsOf, withoutPrefix } from "../../engine/language/axes.ts";
import {
  SHELL_LOCALE,
  shellLocaleFor,
  shellWords,
  shellWordsOf,
} from "../../engine/copy/shell-words.ts";
import type { FlowDefinition } from "../../engine/language/flow.ts";
import type { DefinitionProblem } from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";

/** The served flows, and the renderer's copy. Replaced as a whole, never changed. */
export interface FlowLibrary {
  readonly flows: ReadonlyMap<string, CompiledFlow>;
  /** The flow of a path: the one with the longest mount above it, behind the prefix of an axis. */
  flowAt(path: string): FlowAt | undefined;
  /** Hosts that values of axes have for their own. */
  readonly ownHosts: readonly string[];
  /** On an author's machine: the flow of a path when it never compiled. */
  brokenAt(path: string): BrokenFlow | undefined;
  /** The renderer's copy. */
  words(locale: string): Readonly<Record<string, string>>;
  /** The copy of pages outside the flows, in the first of these languages that has one. */
  wordsFor(languages: readonly string[]): {
    readonly locale: string;
    readonly words: Readonly<Record<string, string>>;
  };
  /**
   * Policies for applications in flight, from the publish of each live flow; none where files are
   * served.
   */
  readonly policies?: ReadonlyMap<
    string,
    { readonly inFlight: FlowDefinition["versionPolicy"]; readonly until: Date | undefined }
  >;
}

/** The flow of a path. */
export interface FlowAt {
  readonly flow: CompiledFlow;
  /** Without the prefix of an axis. */
  readonly path: string;
  /** The axis' value in the prefix. */
  readonly value?: string;
}

/** A flow that cannot be served, with its problems. */
export interface BrokenFlow {
  readonly id: string;
  /** Path below which its screens would lie. */
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

/** Keys of copy that only pages outside the flows use. */
const OUTSIDE = /^(?:link|signIn)\./;

/** Compiles a flow of the sources for some environments. */
type CompileChecked = (
  sources: Sources,
  flow: string,
  environments: readonly string[],
) => CompileResult;

/**
 * Compiles every flow of the sources; one mistake in any flow prevents the library.
 *
 * @param compile default: with every check
 */
export function compileLibrary(
  sources: Sources,
  environment: string,
  compile: CompileChecked = compileFlow,
): LibraryResult {
  const flows = new Map<string, CompiledFlow>();
  const problems: DefinitionProblem[] = [];
  const warnings: DefinitionProblem[] = [];
  for (const id of flowIds(sources)) {
    const result = compile(sources, id, [environment]);
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
  return { ok: true, warnings, library: createLibrary(flows, sources) };
}

/**
 * Joins compiled flows and the renderer's copy.
 *
 * @param broken flows that show their problems at their address; only on an author's machine
 */
export function createLibrary(
  flows: ReadonlyMap<string, CompiledFlow>,
  sources: Sources,
  policies?: FlowLibrary["policies"],
  broken: readonly BrokenFlow[] = [],
): FlowLibrary {
  const shell = shellWords(sources);
  // A locale holds only the texts that differ.
  const locales = [...flows.values()].flatMap(({ definition }) => definition.locales);
  const complete = new Map(
    [...new Set([...shell.keys(), ...locales])].map((locale) => [
      locale,
      shellWordsOf(shell, locale),
    ]),
  );
  // Views leave out the copy of pages outside the flows.
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
  const at = (path: string) => {
    for (const { mount, flow, broken } of mounts) {
      const cut = flow === undefined ? { path } : withoutPrefix(flow.definition, path);
      if (mount === "/" || cut.path === mount || cut.path.startsWith(`${mount}/`))
        return { ...cut, flow, broken };
    }
    return undefined;
  };
  return {
    flows,
    ownHosts: [...flows.values()].flatMap(({ definition }) => ownHostsOf(definition)),
    flowAt(path) {
      const found = at(path);
      return found?.flow === undefined ? undefined : { ...found, flow: found.flow };
    },
    // A flow with an unreadable flow.yaml has no known mount: it gets every path that no other flow
    // has.
    brokenAt: (path) => (at(path) ?? { broken: broken[0] }).broken,
    words: (locale) => words.get(locale) ?? words.get(SHELL_LOCALE) ?? {},
    wordsFor(languages) {
      const locale = shellLocaleFor(shell, languages);
      return { locale, words: complete.get(locale) ?? {} };
    },
    policies,
  };
}

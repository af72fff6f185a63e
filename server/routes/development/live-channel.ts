import { createHash } from "node:crypto";
import type { DefinitionProblem } from "../../../engine/language/problem.ts";
import type { Sources } from "../../../engine/language/sources.ts";
import { codeFrame } from "../../../engine/source/code-frame.ts";

/** A problem with the lines around it. */
export type ShownProblem = DefinitionProblem & { readonly frame: string };

/** The state of the definitions, as open pages receive it. */
export interface LiveState {
  /** Names the build: with another one the page reloads, since its scripts or its look changed. */
  readonly page: string;
  /** Names the definitions: with others the page draws its screen again. */
  readonly definitions: string;
  /** Problems of the latest save; empty when it is served. */
  readonly problems: readonly ShownProblem[];
}

const LOOK = /\/theme\.yaml$|\/overlays\/|^content\/shell\//;

/** In development: notifies open pages of every save. */
export class LiveChannel {
  private readonly listeners = new Set<(state: LiveState) => void>();
  private readonly began = Date.now().toString(36);
  private saves = 0;
  private look: string;
  private problems: readonly ShownProblem[] = [];

  /** @param build names the page's build */
  constructor(
    private readonly build: string,
    sources: Sources,
  ) {
    this.look = lookOf(sources);
  }

  get state(): LiveState {
    return {
      page: `${this.build}-${this.look}`,
      definitions: `${this.began}-${this.saves}`,
      problems: this.problems,
    };
  }

  /** Reports definitions that are served from now on. */
  served(sources: Sources): void {
    this.problems = [];
    this.unproved(sources);
  }

  /** Reports definitions that are served while their proofs run; the former problems stay. */
  unproved(sources: Sources): void {
    this.saves++;
    this.look = lookOf(sources);
    this.notify();
  }

  /** Reports that the proofs found no mistake in the unproved flows. */
  proved(): void {
    if (this.problems.length === 0) return;
    this.problems = [];
    this.notify();
  }

  /** Reports a broken save; the last good definitions are still served. */
  async refused(
    problems: readonly DefinitionProblem[],
    read: (path: string) => Promise<string>,
  ): Promise<void> {
    this.problems = await Promise.all(
      problems.map(async (problem) => {
        const text = await read(problem.file);
        return {
          ...problem,
          frame: text === "" ? "" : codeFrame(text, problem.line, problem.column),
        };
      }),
    );
    this.notify();
  }

  /** Reports the state at once and after every save, until the returned function is called. */
  listen(listener: (state: LiveState) => void): () => void {
    this.listeners.add(listener);
    listener(this.state);
    return () => void this.listeners.delete(listener);
  }

  private notify(): void {
    for (const listener of this.listeners) listener(this.state);
  }
}

/** Theme parts of the page's head, which a new screen does not replace. */
function lookOf(sources: Sources): string {
  const hash = createHash("sha256");
  for (const [path, text] of sources) if (LOOK.test(path)) hash.update(`${path}\n${text}\n`);
  return hash.digest("hex").slice(0, 12);
}

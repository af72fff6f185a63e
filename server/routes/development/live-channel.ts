import { createHash } from "node:crypto";
import type { DefinitionProblem } from "../../../engine/language/problem.ts";
import type { Sources } from "../../../engine/language/sources.ts";
import { codeFrame } from "../../../engine/source/code-frame.ts";

/** A problem with the lines around it. */
export type ShownProblem = DefinitionProblem & { readonly frame: string };

/** What an open page has to know of the definitions it shows. */
export interface LiveState {
  /** Another one: the page itself is out of date, its scripts or its look, and is loaded anew. */
  readonly page: string;
  /** Another one: the screen is drawn again in its place. */
  readonly definitions: string;
  /** Why what was saved last is not served; empty when it is. */
  readonly problems: readonly ShownProblem[];
}

const LOOK = /\/theme\.yaml$|\/overlays\/|^content\/shell\//;

/** In development: tells open pages of every save. */
export class LiveChannel {
  private readonly listeners = new Set<(state: LiveState) => void>();
  private readonly began = Date.now().toString(36);
  private saves = 0;
  private look: string;
  private problems: readonly ShownProblem[] = [];

  /** @param build says which scripts the page was built of */
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

  /** Other definitions are served now. */
  served(sources: Sources): void {
    this.saves++;
    this.look = lookOf(sources);
    this.problems = [];
    this.tell();
  }

  /** What was saved is broken; the last good definitions are still being served. */
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
    this.tell();
  }

  /** Tells how things stand, at once and after every save, until the returned function is called. */
  listen(listener: (state: LiveState) => void): () => void {
    this.listeners.add(listener);
    listener(this.state);
    return () => void this.listeners.delete(listener);
  }

  private tell(): void {
    for (const listener of this.listeners) listener(this.state);
  }
}

/** Colours and shapes stand in the page's head, which is not drawn again with a screen. */
function lookOf(sources: Sources): string {
  const hash = createHash("sha256");
  for (const [path, text] of sources) if (LOOK.test(path)) hash.update(`${path}\n${text}\n`);
  return hash.digest("hex").slice(0, 12);
}

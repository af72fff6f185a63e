import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import { completeVariant } from "../../../engine/language/axes.ts";
import { restoredAnswers, stillAsked } from "../../application/migration/restored-answers.ts";
import { unvisitedContext } from "../../definitions/plan.ts";
import type { ApplicationSnapshot, Applications } from "../../storage/repositories/applications.ts";

/** An answer that a version takes again, and the applications that get it back. */
export interface Restoration {
  readonly path: string;
  readonly count: number;
  /** At most three. */
  readonly examples: readonly string[];
}

/** What restorations are looked up for. */
export interface RestoringVersion {
  readonly flow: CompiledFlow;
  readonly environment: string;
  /** An ISO instant. */
  readonly now: string;
}

const EXAMPLES = 3;

/** Counts the answers that a version would restore. Add the applications, then ask for them. */
export class Restorations {
  private readonly asked: ApplicationSnapshot[] = [];

  constructor(private readonly version: RestoringVersion) {}

  /** Keeps an application with answers that a migration had cleared, if it would move. */
  add(application: ApplicationSnapshot): void {
    const isThere = application.flowVersion === this.version.flow.version;
    if (!isThere && stillAsked(application).length > 0) this.asked.push(application);
  }

  /** The answers by path, the most frequent first. */
  async list(applications: Pick<Applications, "lastAnswers">): Promise<readonly Restoration[]> {
    const { flow, environment, now } = this.version;
    const found = new Map<string, string[]>();
    for (const application of this.asked) {
      const variant = completeVariant(flow.definition, { ...application.variant, environment });
      if (variant === undefined) continue;
      const compiled = flow.variant(variant);
      const context = unvisitedContext(compiled, variant, now);
      const restored = await restoredAnswers(application, compiled, context, applications);
      for (const { path } of restored)
        found.set(path, [...(found.get(path) ?? []), application.id]);
    }
    return [...found]
      .map(([path, ids]) => ({ path, count: ids.length, examples: ids.slice(0, EXAMPLES) }))
      .toSorted((a, b) => b.count - a.count);
  }
}

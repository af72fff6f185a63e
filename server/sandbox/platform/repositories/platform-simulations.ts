import type { Source } from "./source.ts";

/** A simulated event. */
export interface Simulation {
  readonly application: string;
  readonly owner: string | undefined;
  readonly event: string;
  readonly decision: string | undefined;
  /** Hash of its author. */
  readonly by: string | undefined;
  readonly at: string;
}

/** All SQL of simulations, which is append-only. */
export class PlatformSimulations {
  constructor(private readonly source: Source) {}

  async add({ application, owner, event, decision, by, at }: Simulation): Promise<void> {
    await this.source.query(
      "insert into platform_simulations (application, owner, event, decision, by, at) values ($1, $2, $3, $4, $5, $6)",
      [application, owner ?? null, event, decision ?? null, by ?? null, at],
    );
  }
}

import { DatabaseUnavailable } from "../storage/database/database-unavailable.ts";
import { severityOf } from "../storage/database/sql-states.ts";

/** What could not be done. */
export interface Failure {
  /** The id of an application, a flow, or the kind of the rows. */
  readonly failed: string;
  readonly error: string;
}

/** Collects failures, so that one failed part of a command does not stop the others. */
export class Failures {
  private readonly noted: Failure[] = [];

  /** Whether the database is gone. The command stops then, because each other part would fail. */
  isOver = false;

  get all(): readonly Failure[] {
    return this.noted;
  }

  /** A line for each failure. */
  get lines(): readonly string[] {
    return this.noted.map(({ failed, error }) => `${failed} failed: ${error}`);
  }

  /** Notes what failed. A statement that the database refused, as after a deadlock, is one part. */
  note(failed: string, error: unknown): void {
    this.noted.push({ failed, error: error instanceof Error ? error.message : String(error) });
    this.isOver ||=
      error instanceof DatabaseUnavailable && severityOf(error.cause) === "connection";
  }

  /** Does each part until the database is gone. @returns the results of those that did not fail */
  async each<T, Result>(
    parts: readonly T[],
    nameOf: (part: T) => string,
    work: (part: T) => Promise<Result>,
  ): Promise<readonly Result[]> {
    const results: Result[] = [];
    for (const [at, part] of parts.entries()) {
      if (this.isOver) {
        this.noted.push({
          failed: nameOf(part),
          error: `not tried, nor the ${parts.length - at - 1} after it`,
        });
        break;
      }
      try {
        results.push(await work(part));
      } catch (error) {
        this.note(nameOf(part), error);
      }
    }
    return results;
  }
}

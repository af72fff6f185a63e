import type { Database } from "../database/database.ts";
import type { Sealing } from "./vault.ts";

/** Milliseconds between two checks of the format. */
const LOOK_EVERY_MS = 1000;

/** Milliseconds after which every node has checked. */
export const SEALING_SEEN_MS = 3 * LOOK_EVERY_MS;

/** The format of sealed values in this database. */
export class SealingFormat {
  private constructor(
    private readonly database: Database,
    private known: Sealing,
  ) {}

  static async read(database: Database): Promise<SealingFormat> {
    return new SealingFormat(database, await readSealing(database));
  }

  get current(): Sealing {
    return this.known;
  }

  /** Changes the format for every node. */
  async change(to: Sealing): Promise<void> {
    await this.database.query("update sealing set format = $1", [to]);
    this.known = to;
  }

  /** Follows changes by commands, until the format is final. @returns stops it */
  follow(): () => void {
    if (this.known === "bound") return () => undefined;
    const timer = setInterval(() => {
      readSealing(this.database).then(
        (sealing) => {
          this.known = sealing;
          if (sealing === "bound") clearInterval(timer);
        },
        // The database is unreachable: the next check finds it.
        () => undefined,
      );
    }, LOOK_EVERY_MS);
    timer.unref();
    return () => clearInterval(timer);
  }
}

async function readSealing(database: Database): Promise<Sealing> {
  const [row] = await database.query<{ format: Sealing }>("select format from sealing");
  return row?.format ?? "bound";
}

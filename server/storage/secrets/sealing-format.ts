import type { Database } from "../database/database.ts";
import type { Sealing } from "./vault.ts";

/** So often a node looks whether boxes are made otherwise by now. */
const LOOK_EVERY_MS = 1000;

/** By then every node has looked. */
export const SEALING_SEEN_MS = 3 * LOOK_EVERY_MS;

/** How boxes are made in this database. */
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

  /** Changes it, for every node. */
  async change(to: Sealing): Promise<void> {
    await this.database.query("update sealing set format = $1", [to]);
    this.known = to;
  }

  /** Follows what a command changes, until nothing is left to change. @returns stops it */
  follow(): () => void {
    if (this.known === "bound") return () => undefined;
    const timer = setInterval(() => {
      readSealing(this.database).then(
        (sealing) => {
          this.known = sealing;
          if (sealing === "bound") clearInterval(timer);
        },
        // The database is away: the next look finds it.
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

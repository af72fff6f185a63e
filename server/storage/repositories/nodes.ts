import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Database } from "../database/database.ts";
import { deleteSome } from "../database/delete-some.ts";
import type { Vault } from "../secrets/vault.ts";

/** A node without a sign for this long counts as gone. */
export const NODE_SEEN_MS = 120_000;

/** A node that serves, and whether it holds the key in use. */
export interface ServingNode {
  /** Host name and process id. */
  readonly name: string;
  /** `first`: it seals with the key; `held`: it opens what the key seals; `none`: neither. */
  readonly key: "first" | "held" | "none";
}

/** All SQL of the nodes that serve on a database. */
export class Nodes {
  private readonly id = randomUUID();

  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** Records that this node serves, and which keys it holds. */
  async beat(): Promise<void> {
    await this.database.query(
      `insert into nodes (id, name, keys) values ($1, $2, $3)
       on conflict (id) do update set seen_at = now(), keys = excluded.keys`,
      [this.id, `${hostname()} ${process.pid}`, this.fingerprints()],
    );
  }

  /** Removes this node. */
  async leave(): Promise<void> {
    await this.database.query("delete from nodes where id = $1", [this.id]);
  }

  /** The nodes that serve now, and whether they hold the first key of the vault. */
  async serving(): Promise<readonly ServingNode[]> {
    const [current = ""] = this.fingerprints();
    const rows = await this.database.query<{ name: string; keys: readonly string[] }>(
      "select name, keys from nodes where seen_at > now() - make_interval(secs => $1::double precision / 1000) order by name",
      [NODE_SEEN_MS],
    );
    return rows.map(({ name, keys }) => ({
      name,
      key: keys[0] === current ? "first" : keys.includes(current) ? "held" : "none",
    }));
  }

  /** Deletes nodes that ended without removing themselves. */
  async forgetOld(): Promise<boolean> {
    return deleteSome(this.database, "nodes", "seen_at < now() - interval '1 hour'");
  }

  /** Keyed hashes of a constant: equal where name and key are. */
  private fingerprints(): readonly string[] {
    return this.vault.keys.map(
      (id) => `${id}:${this.vault.derive("fingerprint", id).bytes.toString("hex").slice(0, 16)}`,
    );
  }
}

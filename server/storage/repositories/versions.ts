import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { FlowDefinition } from "../../../engine/language/flow.ts";
import type { Sources } from "../../../engine/language/sources.ts";
import type { Database } from "../database/database.ts";

/** The policy of a publish for applications in flight. */
export type InFlight = FlowDefinition["versionPolicy"];

/** The live version of a flow. */
export interface LiveVersion {
  readonly flow: string;
  readonly hash: string;
  readonly since: Date;
  readonly inFlight: InFlight;
  /** Pinned applications move after this time. */
  readonly until: Date | undefined;
}

/** A version to make live. */
export interface Publication {
  readonly flow: string;
  readonly hash: string;
  /** The flow's own files; absent when the database has the version. */
  readonly sources?: Sources;
  readonly kind: "publish" | "rollback";
  readonly author: string;
  readonly message: string;
  readonly inFlight: InFlight;
  readonly until: Date | undefined;
}

/** A journalled publish or rollback. */
export interface PublishRecord extends Omit<Publication, "sources"> {
  readonly at: Date;
  /** Hash of each file by path. */
  readonly files: Readonly<Record<string, string>>;
}

/** Notification channel for publishes. */
export const CHANNEL = "foyer_versions";

/** Number of the advisory lock of publishes, any unused one: one process publishes at a time. */
const LOCK = 7_316_002;

const LIVE = "select flow, hash, since, in_flight, until from live_versions order by flow";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

interface LiveRow {
  flow: string;
  hash: string;
  since: Date;
  in_flight: InFlight;
  until: Date | null;
}

/** All SQL of published versions. */
export class Versions {
  constructor(private readonly database: Database) {}

  /** The live versions, one row a flow; empty when nothing was published. */
  async live(): Promise<readonly LiveVersion[]> {
    const rows = await this.database.query<LiveRow>(LIVE);
    return rows.map(fromRow);
  }

  /** The versions that applications of a flow took their last step in, by hash. */
  async inUse(flow: string): Promise<readonly string[]> {
    const rows = await this.database.query<{ flow_version: string }>(
      "select distinct flow_version from applications where flow = $1",
      [flow],
    );
    return rows.map(({ flow_version: hash }) => hash);
  }

  /**
   * Saves versions and makes them live, all or none, and notifies every node. Publishes run one
   * after the other.
   *
   * @param over the live versions that the publish was decided over: it does nothing when another
   *   publish of these flows was faster
   * @returns whether it was done
   */
  async publish(
    publications: readonly Publication[],
    over?: readonly LiveVersion[],
  ): Promise<boolean> {
    const packed = await Promise.all(
      publications.map(async ({ sources }) =>
        sources === undefined ? undefined : pack(JSON.stringify(Object.fromEntries(sources))),
      ),
    );
    return this.database.transaction(async (client) => {
      await client.query("select pg_advisory_xact_lock($1)", [LOCK]);
      if (over !== undefined) {
        const flows = new Set(publications.map(({ flow }) => flow));
        const { rows } = await client.query<LiveRow>(LIVE);
        const [now, then] = [rows.map(fromRow), over].map((live) =>
          live.filter(({ flow }) => flows.has(flow)),
        );
        if (now === undefined || then === undefined || !sameLive(now, then)) return false;
      }
      for (const [
        index,
        { flow, hash, sources, kind, author, message, inFlight, until },
      ] of publications.entries()) {
        if (sources !== undefined) {
          await client.query(
            "insert into flow_versions (flow, hash, files, sources, author, message) values ($1, $2, $3, $4, $5, $6) on conflict do nothing",
            [flow, hash, JSON.stringify(fileHashes(sources)), packed[index], author, message],
          );
        }
        await client.query(
          "insert into publishes (flow, hash, kind, author, message, in_flight, until) values ($1, $2, $3, $4, $5, $6, $7)",
          [flow, hash, kind, author, message, inFlight, until ?? null],
        );
        await client.query(
          `insert into live_versions (flow, hash, in_flight, until) values ($1, $2, $3, $4)
           on conflict (flow) do update set hash = excluded.hash, since = now(), in_flight = excluded.in_flight, until = excluded.until`,
          [flow, hash, inFlight, until ?? null],
        );
        await client.query("select pg_notify($1, $2)", [CHANNEL, flow]);
      }
      return true;
    });
  }

  /** The files of a version; undefined for an unknown one. */
  async sources(flow: string, hash: string): Promise<Sources | undefined> {
    const [row] = await this.database.query<{ sources: Buffer }>(
      "select sources from flow_versions where flow = $1 and hash = $2",
      [flow, hash],
    );
    return row === undefined
      ? undefined
      : new Map(
          Object.entries(
            JSON.parse((await unpack(row.sources)).toString("utf8")) as Record<string, string>,
          ),
        );
  }

  /** Every publish and rollback, the latest first; of one flow or of all. */
  async history(flow?: string): Promise<readonly PublishRecord[]> {
    const rows = await this.database.query<
      Omit<LiveRow, "since"> & Pick<PublishRecord, "kind" | "at" | "author" | "message" | "files">
    >(
      `select p.flow, p.hash, p.kind, p.at, p.author, p.message, p.in_flight, p.until, v.files
       from publishes p join flow_versions v using (flow, hash) where $1::text is null or p.flow = $1 order by p.id desc`,
      [flow ?? null],
    );
    return rows.map(fromRow);
  }
}

/** Whether the same versions are live, under the same policies. */
function sameLive(some: readonly LiveVersion[], others: readonly LiveVersion[]): boolean {
  return (
    some.length === others.length &&
    some.every((each) => others.some((other) => other.flow === each.flow && isSame(each, other)))
  );
}

/** Whether two publishes of a flow lead to the same: the version, and the policy. */
export function isSame(
  one: Pick<LiveVersion, "hash" | "inFlight" | "until">,
  other: Pick<LiveVersion, "hash" | "inFlight" | "until">,
): boolean {
  return (
    one.hash === other.hash &&
    one.inFlight === other.inFlight &&
    one.until?.getTime() === other.until?.getTime()
  );
}

/** The policy of a row in the words of the code. */
function fromRow<Row extends Pick<LiveRow, "in_flight" | "until">>({
  in_flight: inFlight,
  until,
  ...row
}: Row) {
  return { ...row, inFlight, until: until ?? undefined };
}

/** Hash of each file by path. */
export function fileHashes(sources: Sources): Record<string, string> {
  return Object.fromEntries(
    [...sources].map(([path, text]) => [
      path,
      createHash("sha256").update(text).digest("hex").slice(0, 16),
    ]),
  );
}

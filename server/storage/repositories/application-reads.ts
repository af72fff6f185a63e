import { randomUUID } from "node:crypto";
import type { CallResult } from "../../../engine/transition/input.ts";
import type { Database } from "../database/database.ts";
import { deleteSome } from "../database/delete-some.ts";
import type { BoxPlace, Vault } from "../secrets/vault.ts";

/** An application of an outside service, and the visitor who opens it. */
export interface ReadPlace {
  readonly flow: string;
  /** The id in the address. */
  readonly id: string;
  readonly subject: Buffer;
}

/** A read in progress: this visit's own, or another's that it waits for. */
export interface ClaimedRead {
  readonly ticket: string;
  readonly own: boolean;
}

/** Status of a read by another visit. `gone`: it ended without an answer, or was taken over. */
export type ReadStanding =
  | { readonly kind: "under-way" }
  | { readonly kind: "gone" }
  | { readonly kind: "answered"; readonly result: CallResult };

/** Attempts to claim: each time the competing read has just ended. */
const TRIES = 5;

/** All SQL of reads of outside applications, shared by all nodes. */
export class ApplicationReads {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /**
   * Claims the read of an application, or finds the one in progress.
   *
   * @param leaseMs after which another visit may take it over, unless it is renewed
   */
  async claim({ flow, id, subject }: ReadPlace, leaseMs: number): Promise<ClaimedRead> {
    await this.database.query(
      "delete from application_reads where answered_at < now() - interval '1 minute'",
    );
    for (let tries = 0; tries < TRIES; tries++) {
      const [own] = await this.database.query<{ ticket: string }>(
        `insert into application_reads (ticket, flow, id, subject, leased_until)
         values ($1, $2, $3, $4, now() + make_interval(secs => $5::double precision / 1000))
         on conflict (flow, id, subject) where answered_at is null
         do update set ticket = excluded.ticket, leased_until = excluded.leased_until where application_reads.leased_until < now()
         returning ticket`,
        [randomUUID(), flow, id, subject, leaseMs],
      );
      if (own !== undefined) return { ticket: own.ticket, own: true };
      const [other] = await this.database.query<{ ticket: string }>(
        "select ticket from application_reads where flow = $1 and id = $2 and subject = $3 and answered_at is null",
        [flow, id, subject],
      );
      if (other !== undefined) return { ticket: other.ticket, own: false };
    }
    throw new Error("The read of an application could not be claimed");
  }

  async renew(ticket: string, leaseMs: number): Promise<void> {
    await this.database.query(
      "update application_reads set leased_until = now() + make_interval(secs => $2::double precision / 1000) where ticket = $1 and answered_at is null",
      [ticket, leaseMs],
    );
  }

  /** Gives the answer to waiting visits. */
  async answer(ticket: string, result: CallResult): Promise<void> {
    await this.database.query(
      "update application_reads set result = $2, answered_at = now() where ticket = $1",
      [ticket, Buffer.from(this.vault.seal(JSON.stringify(result), placeOf(ticket)))],
    );
  }

  /** Ends a read without an answer: waiting visits read for themselves. */
  async giveUp(ticket: string): Promise<void> {
    await this.database.query(
      "delete from application_reads where ticket = $1 and answered_at is null",
      [ticket],
    );
  }

  async standing(ticket: string): Promise<ReadStanding> {
    const [row] = await this.database.query<{ result: Buffer | null; over: boolean }>(
      "select result, leased_until < now() as over from application_reads where ticket = $1",
      [ticket],
    );
    if (row === undefined) return { kind: "gone" };
    if (row.result !== null)
      return {
        kind: "answered",
        result: JSON.parse(this.vault.open(row.result.toString(), placeOf(ticket))) as CallResult,
      };
    return { kind: row.over ? "gone" : "under-way" };
  }

  /** Deletes answers that no visit waits for any more, and reads that a crash ended. */
  async forgetOld(): Promise<boolean> {
    return deleteSome(
      this.database,
      "application_reads",
      `answered_at < now() - interval '1 minute'
        or (answered_at is null and leased_until < now() - interval '1 day')`,
    );
  }
}

function placeOf(ticket: string): BoxPlace {
  return { column: "application_reads.result", row: ticket, path: "" };
}

import type { PiiPath } from "../../../engine/compile/compiled-variant.ts";
import { isObject, type Json, type JsonObject } from "../../../engine/language/json.ts";
import type { Variant } from "../../../engine/language/variant.ts";
import type { RunningTimer } from "../../../engine/transition/timers.ts";
import type { InvalidatedAnswer } from "../../../engine/transition/find-invalidated.ts";
import type { KeptBox, OpenedDocument } from "../secrets/opened-document.ts";
import { openDocument } from "../secrets/personal-values.ts";
import type { Vault } from "../secrets/vault.ts";

/** One application as stored. */
export interface ApplicationRecord {
  readonly key: string;
  readonly id: string | undefined;
  readonly flow: string;
  readonly flowVersion: string;
  readonly variant: Variant;
  readonly subject: Buffer;
  readonly state: JsonObject;
  readonly revision: number;
  /** Whether a call of it has no answer yet. */
  readonly calling: boolean;
  /** Answers that a newer version of the flow refused. */
  readonly askedAgain: readonly InvalidatedAnswer[];
  readonly timers: readonly RunningTimer[];
  /** The language of the applicant's latest step, such as `fr-CA`. */
  readonly locale: string | undefined;
  /** Paths of the sealed values in the row that was read. */
  readonly sealed: readonly PiiPath[];
  /**
   * Sealed values that could not be opened: the state has nothing there, and the row keeps them.
   */
  readonly unopened: readonly KeptBox[];
  /** Sealed values that were opened. */
  readonly boxes: OpenedDocument["boxes"];
  /** Entries of lists that are named by their index, where a value could not be opened. */
  readonly entries: OpenedDocument["entries"];
}

/** A row of the table as `RECORD_COLUMNS` reads it. */
export interface ApplicationRow {
  key: string;
  id: string | null;
  flow: string;
  flow_version: string;
  variant: Variant;
  subject: Buffer;
  state: JsonObject;
  revision: number;
  calling: boolean;
  asked_again: readonly InvalidatedAnswer[] | null;
  timers: readonly RunningTimer[] | null;
  locale: string | null;
  bound: boolean;
}

/** Columns of an application, for every read. */
export const RECORD_COLUMNS = `key, id, flow, flow_version, variant, subject, state, revision, asked_again, timers, locale, bound_revision is not null as bound,
  exists (select 1 from calls where application = applications.key and answered_at is null) as calling`;

/** The record of a row, its sealed values opened. */
export function recordOf(row: ApplicationRow, vault: Vault): ApplicationRecord {
  const place = { column: "applications.state", row: row.key };
  const { value, sealed, unopened, boxes, entries } = openDocument(
    row.state,
    row.bound,
    place,
    vault,
  );
  return {
    key: row.key,
    id: row.id ?? undefined,
    flow: row.flow,
    flowVersion: row.flow_version,
    variant: row.variant,
    subject: row.subject,
    state: value as JsonObject,
    revision: row.revision,
    calling: row.calling,
    askedAgain: row.asked_again ?? [],
    timers: row.timers ?? [],
    locale: row.locale ?? undefined,
    sealed,
    unopened,
    boxes,
    entries,
  };
}

/** The public id: by convention `application.id` of the state. */
export function idOf(state: JsonObject): string | undefined {
  const application: Json | undefined = state["application"];
  const id = isObject(application) ? application["id"] : undefined;
  return typeof id === "string" ? id : undefined;
}

import { isDeepStrictEqual } from "node:util";
import type { PiiPath } from "../../../engine/compile/compiled-variant.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import type { Variant } from "../../../engine/language/variant.ts";
import { replaceIds } from "../../../engine/rules/state-path.ts";
import type { ApplicationEvent } from "../../../engine/transition/event.ts";
import type { Database } from "../database/database.ts";
import { openDocument, sealOpenEvents, sealState } from "./personal-values.ts";
import { keepsBoxes, nodeAt, openPlaces, treeOf } from "./place-tree.ts";
import type { Vault } from "./vault.ts";

/** Applications of one read: no lock is held, and other statements continue. */
const BATCH = 200;

/** Times that a row which other statements change is read again. */
const PASSES = 5;

/** What to seal. */
export interface OpenValuesOf {
  readonly flow: string;
  /** The personal places of a variant; undefined: the version does not have it. */
  placesOf(variant: Variant): readonly PiiPath[] | undefined;
  /** Finds open values and changes nothing. */
  readonly dryRun: boolean;
}

/** Open values that were found, and sealed without `dryRun`. */
export interface SealedOpenValues {
  /** Values in states and in steps of journals, by place. */
  readonly places: ReadonlyMap<string, { state: number; journal: number }>;
  /** Rows that other statements changed in every pass. */
  readonly left: number;
  /** Rows of the former format, which are not looked at. */
  readonly unbound: number;
  /** Rows with an open value that has to stay so, since a value inside cannot be opened. */
  readonly unopened: number;
  /** Applications of a variant that the version does not have. */
  readonly unknown: number;
}

/**
 * Seals values that were saved before their place was personal: in states and journals, a few
 * hundred applications at a time, during service. A row is written only if it is unchanged since it
 * was read; one that changed is read again. It may be broken off and run again.
 */
export async function sealOpenValues(
  database: Database,
  vault: Vault,
  of: OpenValuesOf,
): Promise<SealedOpenValues> {
  const run = new SealRun(database, vault, of);
  for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
    const rows = await database.query<{ key: string; variant: Variant }>(
      "select key, variant from applications where flow = $1 and key > $2 order by key limit $3",
      [of.flow, after, BATCH],
    );
    for (const { key, variant } of rows) await run.application(key, variant);
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return run;
    after = last.key;
  }
}

interface StateRow {
  readonly text: string;
  readonly bound: boolean;
}

interface StepRow extends StateRow {
  readonly revision: number;
}

/** Whether a row needs nothing more. */
type RowEnd = "done" | "changed";

class SealRun implements SealedOpenValues {
  readonly places = new Map<string, { state: number; journal: number }>();
  left = 0;
  unbound = 0;
  unopened = 0;
  unknown = 0;

  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly of: OpenValuesOf,
  ) {}

  async application(key: string, variant: Variant): Promise<void> {
    const pii = this.of.placesOf(variant);
    if (pii === undefined) this.unknown++;
    if (pii === undefined || pii.length === 0) return;
    await this.again(async () => this.state(key, pii));
    const steps = await this.database.query<StepRow>(
      `select revision, events::text as text, bound from journal
       where application = $1 order by revision`,
      [key],
    );
    for (const step of steps) await this.step(key, step, pii);
  }

  private async again(attempt: () => Promise<RowEnd>): Promise<void> {
    for (let pass = 1; pass <= PASSES; pass++) if ((await attempt()) === "done") return;
    this.left++;
  }

  private async state(key: string, pii: readonly PiiPath[]): Promise<RowEnd> {
    const [row] = await this.database.query<StateRow>(
      `select state::text as text, bound_revision is not null as bound from applications
       where key = $1`,
      [key],
    );
    if (row === undefined || this.isUnbound(row)) return "done";
    const raw = JSON.parse(row.text) as JsonObject;
    const openIn = (state: JsonObject) => [...openPlaces(state, treeOf(pii, []))];
    const open = openIn(raw);
    if (open.length === 0) return "done";
    const stillOpen: string[] = [];
    if (!this.of.dryRun) {
      const place = { column: "applications.state", row: key };
      const { value, ...opened } = openDocument(raw, true, place, this.vault);
      const sealed = sealState(value as JsonObject, pii, place, { vault: this.vault, ...opened });
      const keepsAll = keepsBoxes(sealed, opened.unopened);
      stillOpen.push(...openIn(keepsAll ? sealed : raw));
      if (stillOpen.length > 0) this.unopened++;
      if (!keepsAll || isDeepStrictEqual(sealed, raw)) return "done";
      const written = await this.database.query(
        `update applications set state = $2::jsonb
         where key = $1 and state::text = $3 and bound_revision is not null returning 1`,
        [key, JSON.stringify(sealed), row.text],
      );
      if (written.length === 0) return "changed";
    }
    this.count(without(open, stillOpen), "state");
    return "done";
  }

  /** A step of the journal is never changed by others but by an erasure or a rotation of keys. */
  private async step(key: string, row: StepRow, pii: readonly PiiPath[]): Promise<void> {
    if (this.isUnbound(row)) return;
    const raw = JSON.parse(row.text) as readonly ApplicationEvent[];
    const open = openInEvents(raw, pii);
    if (open.length === 0) return;
    const stillOpen: string[] = [];
    if (!this.of.dryRun) {
      const place = { column: "journal.events", row: `${key} ${row.revision}` };
      const sealed = sealOpenEvents(raw, pii, place, this.vault);
      stillOpen.push(...openInEvents(sealed, pii));
      if (stillOpen.length > 0) this.unopened++;
      if (isDeepStrictEqual(sealed, raw)) return;
      const written = await this.database.query(
        `update journal set events = $3::jsonb
         where application = $1 and revision = $2 and events::text = $4 and bound returning 1`,
        [key, row.revision, JSON.stringify(sealed), row.text],
      );
      if (written.length === 0) {
        this.left++;
        return;
      }
    }
    this.count(without(open, stillOpen), "journal");
  }

  private isUnbound({ bound }: StateRow): boolean {
    if (!bound) this.unbound++;
    return !bound;
  }

  private count(open: readonly string[], where: "state" | "journal"): void {
    for (const path of open) {
      const known = this.places.get(path) ?? { state: 0, journal: 0 };
      known[where]++;
      this.places.set(path, known);
    }
  }
}

/** The personal places that have an open value in events, with `*` for elements of lists. */
function openInEvents(
  events: readonly ApplicationEvent[],
  pii: readonly PiiPath[],
): readonly string[] {
  const tree = treeOf(pii, []);
  return events.flatMap(({ changes }) =>
    changes.flatMap(({ path, value }) => [
      ...openPlaces(value, nodeAt(tree, path), replaceIds(path, "*")),
    ]),
  );
}

/** Places without others, each of which takes one equal place away. */
function without(places: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...places];
  for (const other of others) left.splice(left.indexOf(other), 1);
  return left;
}

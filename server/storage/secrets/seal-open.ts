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

/** Applications of one read, with their journals: no lock is held, and steps go on meanwhile. */
const BATCH = 50;

/** Applications that are sealed at once, each row by a statement of its own. */
const AT_ONCE = 4;

/** Times that a row which other statements change is read again. */
const PASSES = 5;

/** What to seal. */
export interface OpenValuesOf {
  readonly flow: string;
  /** The personal places of a variant; undefined: the version does not have it. */
  placesOf(variant: Variant): readonly PiiPath[] | undefined;
  /** Finds open values and changes nothing. */
  readonly dryRun: boolean;
  /** Called after each read, with the applications looked at so far, and all of the flow. */
  readonly progress?: (done: number, all: number) => void;
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
 * Seals values that were saved before their place was personal: in states and journals, some
 * applications at a time, during service. A row is written only if it is unchanged since it
 * was read; one that changed is read again. It may be broken off and run again.
 */
export async function sealOpenValues(
  database: Database,
  vault: Vault,
  of: OpenValuesOf,
): Promise<SealedOpenValues> {
  const run = new SealRun(database, vault, of);
  const [{ count: all } = { count: 0 }] = await database.query<{ count: number }>(
    "select count(*)::int as count from applications where flow = $1",
    [of.flow],
  );
  let done = 0;
  for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
    const rows = await database.query<ApplicationRow>(
      `select key, variant, state::text as text, bound_revision is not null as bound
       from applications where flow = $1 and key > $2 order by key limit $3`,
      [of.flow, after, BATCH],
    );
    await run.applications(rows);
    done += rows.length;
    of.progress?.(done, Math.max(done, all));
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return run;
    after = last.key;
  }
}

interface StateRow {
  readonly text: string;
  readonly bound: boolean;
}

interface ApplicationRow extends StateRow {
  readonly key: string;
  readonly variant: Variant;
}

interface StepRow extends StateRow {
  readonly application: string;
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

  /** Seals applications, several at once. */
  async applications(rows: readonly ApplicationRow[]): Promise<void> {
    const steps = await this.database.query<StepRow>(
      `select application, revision, events::text as text, bound from journal
       where application = any($1::uuid[]) order by application, revision`,
      [rows.map(({ key }) => key)],
    );
    const journals = new Map<string, StepRow[]>(rows.map(({ key }) => [key, []]));
    for (const step of steps) journals.get(step.application)?.push(step);
    const waiting = rows.values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const row of waiting) await this.application(row, journals.get(row.key) ?? []);
      }),
    );
  }

  private async application(row: ApplicationRow, steps: readonly StepRow[]): Promise<void> {
    const { key } = row;
    const pii = this.of.placesOf(row.variant);
    if (pii === undefined) this.unknown++;
    if (pii === undefined || pii.length === 0) return;
    let end = await this.state(key, row, pii);
    for (let pass = 2; end === "changed" && pass <= PASSES; pass++)
      end = await this.state(key, await this.stateOf(key), pii);
    if (end === "changed") this.left++;
    for (const step of steps) await this.step(key, step, pii);
  }

  private async stateOf(key: string): Promise<StateRow | undefined> {
    const [row] = await this.database.query<StateRow>(
      `select state::text as text, bound_revision is not null as bound from applications
       where key = $1`,
      [key],
    );
    return row;
  }

  private async state(
    key: string,
    row: StateRow | undefined,
    pii: readonly PiiPath[],
  ): Promise<RowEnd> {
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

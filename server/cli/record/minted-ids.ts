import type { StepTrace } from "../../../engine/fixtures/trace.ts";
import type { ApplicationJournal, JournalEntry } from "../../storage/repositories/journal.ts";

/** A UUID within a text. */
export const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** The UUIDs of a journal as written, by their lower-case form. */
export function idsOfJournal(journal: ApplicationJournal): Map<string, string> {
  return new Map(
    [...JSON.stringify(journal.entries).matchAll(UUID)].map(([id]) => [id.toLowerCase(), id]),
  );
}

/**
 * Ids that the flow minted in the journal, and those it mints in the same places of the fixture.
 */
export function mintedIds(
  entries: readonly JournalEntry[],
  steps: readonly StepTrace[],
): ReadonlyMap<string, string> {
  const minted = new Map<string, string>();
  const offered = new Set(entries.flatMap(({ input }) => input.context.uuids));
  const replayed = steps.flatMap(({ events }) => events);
  for (const event of entries.flatMap(({ events }) => events)) {
    const at = replayed.findIndex(({ because }) => because === event.because);
    const [twin] = at < 0 ? [] : replayed.splice(0, at + 1).slice(-1);
    for (const [index, change] of event.changes.entries()) {
      const [from = ""] = /[0-9a-f-]{36}/i.exec(JSON.stringify([change.path, change.value])) ?? [];
      const other = twin?.changes[index];
      const [to] =
        other === undefined
          ? []
          : (/[0-9a-f-]{36}/i.exec(JSON.stringify([other.path, other.value])) ?? []);
      if (to !== undefined && to !== from && offered.has(from) && !minted.has(from))
        minted.set(from, to);
    }
  }
  return minted;
}

import type { FileView } from "../../engine/render/view.ts";

/*
 * Keeps the names of chosen files in the browser, by id: a draft holds only ids, and a page that is
 * rendered again before it was sent shows the names.
 */

const PREFIX = "foyer:file:";

/** Remembers the name of a file. */
export function keepFile(file: FileView): void {
  try {
    sessionStorage.setItem(PREFIX + file.id, JSON.stringify(file));
  } catch {
    // With a full or forbidden storage the file must be chosen again after a reload.
  }
}

/** The files of a field's value, which is their ids joined by spaces. */
export function filesOf(value: unknown, known: readonly FileView[]): readonly FileView[] {
  if (typeof value !== "string") return [];
  return value
    .split(" ")
    .flatMap((id) => known.find((file) => file.id === id) ?? readFile(id) ?? []);
}

function readFile(id: string): FileView | undefined {
  try {
    const kept = sessionStorage.getItem(PREFIX + id);
    return kept === null ? undefined : (JSON.parse(kept) as FileView);
  } catch {
    return undefined;
  }
}

let savedAt: number | undefined;
const listeners = new Set<() => void>();

/** Records that the service has all typed data as of a time, in milliseconds since 1970. */
export function setSavedAt(at: number): void {
  savedAt = at;
  for (const listener of listeners) listener();
}

/**
 * The last time that the service saved the draft, in milliseconds since 1970; undefined before the
 * first.
 */
export function readSavedAt(): number | undefined {
  return savedAt;
}

/** Calls the listener after each save; returns its removal. */
export function onSaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

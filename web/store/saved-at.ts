let savedAt: number | undefined;
const listeners = new Set<() => void>();

/** Notes that the service has everything that was typed until now, as `Date.now()` counts. */
export function setSavedAt(at: number): void {
  savedAt = at;
  for (const listener of listeners) listener();
}

/** When the service last saved what was typed, as `Date.now()` counts; undefined before the first time. */
export function readSavedAt(): number | undefined {
  return savedAt;
}

/** Calls the listener after each save; returns what ends that. */
export function onSaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

import { AsyncLocalStorage } from "node:async_hooks";

/** What is known of the request under way, wherever in its course one is. */
export interface RequestScope {
  readonly id: string;
  /** Where it comes from, as far as `FOYER_PROXIES` tells; it is counted by, never logged. */
  readonly address: string;
  /** What was decided, for the log and the metrics: put in by whoever decides. */
  told?: { readonly flow: string; readonly screen: string; readonly because: string };
  /** Its place among the requests being worked on; undefined where none is needed. */
  place?: { leave(): void; take(): void };
}

const scopes = new AsyncLocalStorage<RequestScope>();

/** Runs what comes with a scope around it. */
export function within<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, work);
}

/** The scope of the request under way; undefined outside of one. */
export function requestScope(): RequestScope | undefined {
  return scopes.getStore();
}

/** Says what was decided; the last word of a request counts. */
export function annotateRequest(told: NonNullable<RequestScope["told"]>): void {
  const scope = scopes.getStore();
  if (scope !== undefined) scope.told = told;
}

/** What is known of a request under way, handed on to all that work for it. */
export interface RequestScope {
  readonly id: string;
  /** Where it comes from, as far as `FOYER_PROXIES` tells; it is counted by, never logged. */
  readonly address: string;
  /** What was decided, for the log and the metrics: put in by the code that decides. The last word of a request counts. */
  told?: { readonly flow: string; readonly screen: string; readonly because: string };
  /** Its place among the requests being worked on; undefined where none is needed. */
  place?: { leave(): void; take(): void };
}

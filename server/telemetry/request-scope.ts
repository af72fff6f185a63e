/** The scope of a request, passed to all work for it. */
export interface RequestScope {
  readonly id: string;
  /**
   * The client's address, as far as `FOYER_PROXIES` counts proxies; used for limits, never logged.
   */
  readonly address: string;
  /**
   * The decision, for the log and the metrics; set by the code that decides. The last one of a
   * request counts.
   */
  decision?: { readonly flow: string; readonly screen: string; readonly because: string };
  /** The code of the problem that it was answered with, for the log and the metrics. */
  problem?: string;
  /** Its admission slot; undefined where none is needed. */
  slot?: { release(): void; acquire(): void };
}

/** A variant of a flow. Chosen when the application begins, and stored beside its state. */
export interface Variant {
  readonly portal: string;
  readonly market: string;
  /** Reseller of the `/r/{referralUrlId}` prefix; absent for the portal itself. */
  readonly reseller?: string;
  /** `LOCAL`, `CI`, `TEST`, `OTE` or `production`. */
  readonly environment: string;
}

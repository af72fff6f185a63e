/** Which face of a flow an applicant sees. Chosen when the application starts, and kept beside its state. */
export interface Variant {
  readonly portal: string;
  readonly market: string;
  /** Reseller of the `/r/{referralUrlId}` prefix; absent for the portal itself. */
  readonly reseller?: string;
  /** `LOCAL`, `CI`, `TEST`, `OTE` or `production`. */
  readonly environment: string;
}

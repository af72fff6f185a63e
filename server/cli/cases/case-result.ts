/** The result of one worked example. */
export interface CaseResult {
  readonly id: string;
  readonly passed: boolean;
  readonly ambiguous: boolean;
  readonly expected: string;
  readonly got: string;
}

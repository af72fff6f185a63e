/** The meaning of a problem code, with a wrong and a right example. */
export interface CodeEntry {
  readonly description: string;
  readonly wrong: string;
  readonly right: string;
}

/** What a problem code stands for, and how it looks wrong and right. */
export interface CodeEntry {
  readonly description: string;
  readonly wrong: string;
  readonly right: string;
}

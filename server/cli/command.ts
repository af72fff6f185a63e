/** One command of the command line. */
export interface Command {
  readonly usage: string;
  readonly help: string;
  /** @returns the exit code */
  run(args: readonly string[], json: boolean): Promise<number>;
}

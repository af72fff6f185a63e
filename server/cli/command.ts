import { readOptions, type Options } from "./options.ts";

/** What a command found, for programs and for people. */
export interface Report {
  /** The exit code. */
  readonly code: number;
  /** Printed as JSON, with --json. */
  readonly data: unknown;
  /** Printed without --json. */
  readonly lines: readonly string[];
  /** Printed below them, on the error output. */
  readonly errors?: readonly string[];
}

/** One command of the command line. */
export interface Command {
  readonly usage: string;
  readonly help: string;
  /** @returns what it found; the exit code, where it prints by itself while it works */
  run(args: readonly string[], json: boolean): Promise<Report | number>;
}

/** A command whose arguments are read by its usage line. */
export function defineCommand<const Usage extends string>({
  usage,
  help,
  run,
}: {
  readonly usage: Usage;
  readonly help: string;
  run(given: Options<Usage>, json: boolean): Promise<Report | number>;
}): Command {
  return { usage, help, run: async (args, json) => run(readOptions(args, usage), json) };
}

/** Runs a command and prints its report. @returns the exit code */
export async function runCommand(
  command: Command,
  args: readonly string[],
  json: boolean,
): Promise<number> {
  const report = await command.run(args, json);
  if (typeof report === "number") return report;
  const { code, data, lines, errors = [] } = report;
  if (json) console.log(JSON.stringify(data, null, 2));
  else {
    for (const line of lines) console.log(line);
    for (const line of errors) console.error(line);
  }
  return code;
}

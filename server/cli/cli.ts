import { DefinitionError } from "../../engine/language/problem.ts";
import { closest } from "../../engine/source/closest.ts";
import { runCommand } from "./command.ts";
import { loadCommand, type CommandName } from "./commands.ts";
import { usage } from "./usage.mjs";

/**
 * `foyer COMMAND …`. Every command has --help, and --json where it lists. Exit 1: the check failed.
 * Exit 2: the command could not do its work, because of its arguments or of what it needs.
 */
async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help") {
    console.log(usage());
    return 0;
  }
  if (!isCommand(name)) {
    const meant = closest(name, Object.keys(loadCommand));
    const hint = meant === undefined ? "" : `; did you mean "${meant}"?`;
    console.error(`foyer: there is no command "${name}"${hint}\n\n${usage()}`);
    return 2;
  }
  const command = await loadCommand[name]();
  if (rest.includes("--help")) {
    console.log(`Usage: foyer ${command.usage}\n\n${command.help}`);
    return 0;
  }
  return runCommand(
    command,
    rest.filter((arg) => arg !== "--json"),
    rest.includes("--json"),
  );
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(loadCommand, name);
}

/**
 * Prints why a command could not do its work; for programs as JSON, too. @returns the exit code
 */
async function printError(error: unknown, json: boolean): Promise<number> {
  if (error instanceof DefinitionError) {
    if (json) console.log(JSON.stringify({ problems: error.problems }, null, 2));
    await printProblems(error);
    return 1;
  }
  const message = error instanceof Error ? error.message : String(error);
  if (json) console.log(JSON.stringify({ error: message }, null, 2));
  console.error(`foyer: ${message}`);
  return 2;
}

/** Prints the problems of definitions with the lines around them. */
async function printProblems({ problems }: DefinitionError): Promise<void> {
  const { formatProblems } = await import("../definitions/format-problems.ts");
  const { readDefinition } = await import("./read-definitions.ts");
  console.error(await formatProblems(problems, readDefinition));
}

// `foyer replay | head` closes the pipe early.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(process.exitCode ?? 0);
});

const args = process.argv.slice(2);
process.exitCode = await main(args).catch(async (error: unknown) =>
  printError(error, args.includes("--json")),
);

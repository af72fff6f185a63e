import { DefinitionError } from "../../engine/language/problem.ts";
import { commands } from "./commands.ts";
import { formatProblems } from "../definitions/format-problems.ts";
import { readDefinition } from "./read-library.ts";

/**
 * `foyer COMMAND …`. Every command has --help, and --json where it lists. Exit 1: the check failed.
 * Exit 2: wrong arguments.
 */
async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  const command = commands.find((each) => each.name === name);
  if (command === undefined) {
    const lines = [
      "Usage: foyer COMMAND [OPTIONS]",
      "",
      ...commands.map((each) => `  ${each.name.padEnd(12)}${each.description}`),
      "",
      "foyer COMMAND --help shows the details.",
    ];
    (name === undefined || name === "--help" ? console.log : console.error)(
      name === undefined || name === "--help"
        ? lines.join("\n")
        : `foyer: there is no command "${name}"\n\n${lines.join("\n")}`,
    );
    return name === undefined || name === "--help" ? 0 : 2;
  }
  if (rest.includes("--help")) {
    console.log(`Usage: foyer ${command.usage}\n\n${command.help}`);
    return 0;
  }
  return command.run(
    rest.filter((arg) => arg !== "--json"),
    rest.includes("--json"),
  );
}

// The embedded database's package ends an idle process with 0: this listener runs before its own.
process.prependOnceListener("beforeExit", (code) => process.exit(code));

// `foyer replay | head` closes the pipe early.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(process.exitCode ?? 0);
});

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  async (error: unknown) => {
    if (error instanceof DefinitionError) {
      console.error(await formatProblems(error.problems, readDefinition));
      process.exitCode = 1;
      return;
    }
    console.error(`foyer: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 2;
  },
);

import { vi } from "vitest";
import { runCommand as printed, type Command } from "../../../server/cli/command.ts";

/** What a command did. */
export interface Ran {
  readonly code: number;
  /** Lines of both outputs; of a command that threw, its message. */
  readonly said: string;
}

/**
 * Runs a command in this process with further variables of the environment. One that throws has the
 * exit code 2, as the command line gives it.
 */
export async function runCommand(
  command: Command,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const said: string[] = [];
  const spies = (["log", "error"] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation((line: string) => void said.push(line)),
  );
  try {
    return { code: await printed(command, args, false), said: said.join("\n") };
  } catch (error) {
    return { code: 2, said: [...said, (error as Error).message].join("\n") };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}

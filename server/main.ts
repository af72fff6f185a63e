import { readConfig, type ServerConfig } from "./settings/config.ts";
import { projectFolder } from "./definitions/project-folder.ts";
import { portProblems } from "./settings/ports.ts";
import { SettingsError } from "./settings/settings-error.ts";
import { startAnswering, type StartingAnswers } from "./starting/start-answering.ts";
import { DatabaseUnavailable } from "./storage/database/database-unavailable.ts";

/**
 * `npm start`: serves the flows until SIGINT or SIGTERM. The port answers before the service's code
 * is loaded, which alone takes a second.
 */
async function main(): Promise<void> {
  const home = projectFolder();
  endOnSignals();
  const config = readConfig(process.env, home);
  const taken = await portProblems(config);
  if (taken.length > 0) throw new SettingsError(taken);
  const answering = answerMeanwhile(config, home);
  const { serve } = await import("./serve.ts");
  await serve(config, home, answering);
}

/**
 * The first process of a container ends on no signal that it does not listen for; any other one is
 * ended by the system at once.
 */
function endOnSignals(): void {
  if (process.pid !== 1) return;
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.once(signal, () => process.exit(0));
}

/**
 * Answers until the service does. Open pages of `foyer dev` wait for a port that is closed; the
 * name localhost has two addresses, of which one alone could be handed over.
 */
function answerMeanwhile(
  { host, port, flowsFolder, live }: ServerConfig,
  home: string,
): StartingAnswers | undefined {
  if (live || host === "localhost") return undefined;
  return startAnswering({ host, port, folders: [home, flowsFolder] });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof DatabaseUnavailable && process.env["DATABASE_URL"] !== undefined)
    console.error("Look at DATABASE_URL: its host, database, role and password; then start again.");
  process.exit(1);
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import exitHook from "async-exit-hook";
import { DefinitionError } from "../engine/language/problem.ts";
import { readConfig, type ServerConfig } from "./settings/config.ts";
import { formatProblems } from "./definitions/format-problems.ts";
import { projectFolder } from "./definitions/project-folder.ts";
import { longestCallOf } from "./definitions/longest-call-of.ts";
import { watchFlows } from "./definitions/watch-flows.ts";
import { portProblems } from "./settings/ports.ts";
import { SettingsError } from "./settings/settings-error.ts";
import { startService, type Service } from "./service.ts";
import { DatabaseUnavailable } from "./storage/database/database-unavailable.ts";

/** `npm start`: serves the flows until SIGINT or SIGTERM. */
async function main(): Promise<void> {
  const home = projectFolder();
  const config = readConfig(process.env, home);
  const taken = await portProblems(config);
  if (taken.length > 0) throw new SettingsError(taken);
  const service = await startService(config, home).catch(async (error: unknown) => {
    if (!(error instanceof DefinitionError)) throw error;
    const read = (path: string) => readFile(join(config.flowsFolder, path), "utf8").catch(() => "");
    console.error(await formatProblems(error.problems, read));
    process.exit(1);
  });
  stopOnSignals(service, config);
  if (config.watch) watchFlows(config.flowsFolder, home, service);
  const address = await service.app.listen({ port: config.port, host: config.host });
  if (config.development) console.log(welcome(address.replace("127.0.0.1", "localhost"), service));
  else {
    const longestCallMs = longestCallOf(service.library().flows.values());
    service.app.log.info({ address, site: config.publicUrls, longestCallMs }, "Foyer is up");
  }
}

const GAVE_UP =
  "the process ends although requests are under way; the calls that they wait for are resumed by another node, or by this one after its start";

/** Stops the service on the first signal, and ends the process in any case. */
function stopOnSignals(service: Service, { drainMs, development }: ServerConfig): void {
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    if (development) console.log(`${signal}: finishing what is under way`);
    else service.app.log.info({ signal }, "finishing what is under way");
    // A hanging stop must not keep the process: an orchestrator would kill it anyway.
    setTimeout(() => {
      service.app.log.error(service.app.underWay(), GAVE_UP);
      process.exit(1);
    }, drainMs + 15_000).unref();
    void service.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) {
    // The embedded database's library would stop it on the signal and end the process, even during
    // requests.
    exitHook.unhookEvent(signal);
    process.once(signal, () => stop(signal));
  }
  // `foyer dev` holds the other end: without it nothing would stop this process.
  process.once("disconnect", () => stop("The process that started this one is gone"));
}

/** The text of a start: the addresses of each flow and of development abilities. */
function welcome(address: string, { library, sandbox }: Service): string {
  const flows = [...library().flows.values()].map(
    ({ definition: { mount, description } }) =>
      `  ${new URL(mount, address).href}`.padEnd(40) + description,
  );
  return ["", "  Foyer is up.", "", ...flows, ...(sandbox?.welcomeLines(address) ?? []), ""].join(
    "\n",
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof DatabaseUnavailable && process.env["DATABASE_URL"] !== undefined)
    console.error("Look at DATABASE_URL: its host, database, role and password; then start again.");
  process.exit(1);
});

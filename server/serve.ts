import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { DefinitionError } from "../engine/language/problem.ts";
import type { ServerConfig } from "./settings/config.ts";
import { formatProblems } from "./definitions/format-problems.ts";
import { longestCallOf } from "./definitions/longest-call-of.ts";
import { watchFlows } from "./definitions/watch-flows.ts";
import { optimizeLater } from "./optimize-later.mjs";
import { startService, type Service } from "./service.ts";
import type { StartingAnswers } from "./starting/start-answering.ts";

/**
 * Serves the flows until SIGINT or SIGTERM.
 *
 * @param answering answers on the port meanwhile; undefined: nothing does
 */
export async function serve(
  config: ServerConfig,
  home: string,
  answering: StartingAnswers | undefined,
): Promise<void> {
  const optimizeAsUsual = optimizeLater();
  const service = await startService(config, home).catch(async (error: unknown) => {
    if (!(error instanceof DefinitionError)) throw error;
    const read = (path: string) => readFile(join(config.flowsFolder, path), "utf8").catch(() => "");
    console.error(await formatProblems(error.problems, read));
    process.exit(1);
  });
  optimizeAsUsual();
  stopOnSignals(service, config);
  if (config.watch) watchFlows(config.flowsFolder, home, service);
  const address = await openPort(service.app, config, answering);
  if (config.development) console.log(welcome(address.replace("127.0.0.1", "localhost"), service));
  else {
    const longestCallMs = longestCallOf(service.library().flows.values());
    service.app.log.info({ address, site: config.publicUrls, longestCallMs }, "Foyer is up");
  }
}

/** Takes the port over, or opens it. @returns the address */
async function openPort(
  app: FastifyInstance,
  { port, host }: ServerConfig,
  answering: StartingAnswers | undefined,
): Promise<string> {
  await app.ready();
  const isOver = (await answering?.handOver((open) => app.server.listen(open))) ?? false;
  if (!isOver) return app.listen({ port, host });
  const address = app.server.address();
  const taken = address === null || typeof address === "string" ? port : address.port;
  return `http://${host.includes(":") ? `[${host}]` : host}:${taken}`;
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
    // requests; so would what listens during a start.
    process.removeAllListeners(signal);
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

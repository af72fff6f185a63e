import { readFile } from "node:fs/promises";
import { join } from "node:path";
import exitHook from "async-exit-hook";
import { DefinitionError } from "../engine/language/problem.ts";
import { formatProblems } from "./definitions/format-problems.ts";
import { readConfig, type ServerConfig } from "./config.ts";
import { watchFlows } from "./definitions/watch-flows.ts";
import { projectFolder } from "./definitions/project-folder.ts";
import { startService } from "./service.ts";

/** `npm start`: serves the flows until it is told to stop. */
async function main(): Promise<void> {
  const home = projectFolder();
  const config = readConfig(process.env, home);
  const service = await startService(config, home).catch(async (error: unknown) => {
    if (!(error instanceof DefinitionError)) throw error;
    const read = (path: string) => readFile(join(config.flowsFolder, path), "utf8").catch(() => "");
    console.error(await formatProblems(error.problems, read));
    process.exit(1);
  });
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    console.log(`${signal}: finishing what is under way`);
    // Whatever hangs must not keep the process: an orchestrator would kill it anyway.
    setTimeout(() => process.exit(1), config.drainMs + 15_000).unref();
    void service.stop().then(() => process.exit(0));
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) {
    // The embedded database's library would take it down at once and end the process, whatever is under way.
    exitHook.unhookEvent(signal);
    process.once(signal, () => stop(signal));
  }
  if (config.watch) watchFlows(config.flowsFolder, home, service);
  const address = await service.app.listen({ port: config.port, host: config.host });
  console.log(welcome(address.replace("127.0.0.1", "localhost"), service.library().flows, config));
}

function welcome(
  address: string,
  flows: ReadonlyMap<
    string,
    {
      readonly definition: { readonly mount: string; readonly description: string };
      readonly attachments: Readonly<Record<string, unknown>>;
    }
  >,
  { development, oidc, smtp }: ServerConfig,
): string {
  const lines = ["", "  Foyer is up.", ""];
  for (const { definition } of flows.values())
    lines.push(`  ${new URL(definition.mount, address).href}`.padEnd(40) + definition.description);
  if (development && oidc === undefined)
    lines.push(
      `  ${new URL("/sign-in", address).href}`.padEnd(40) + "Sign in as a test person; no password",
    );
  if (development) {
    if (smtp === undefined)
      lines.push(
        `  ${new URL("/inbox", address).href}`.padEnd(40) + "Mails that would have been sent",
      );
    for (const { attachments } of flows.values()) {
      const hints = attachments["sandbox/hints.yaml"] as
        | { readonly hints?: readonly { readonly value: string; readonly effect: string }[] }
        | undefined;
      if (hints?.hints === undefined) continue;
      lines.push("", "  Test values (sandbox):");
      for (const hint of hints.hints) lines.push(`    ${hint.value.padEnd(44)}${hint.effect}`);
    }
  }
  return [...lines, ""].join("\n");
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

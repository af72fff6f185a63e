import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { coalesced } from "../../../engine/language/coalesced.ts";
import { watchFolders } from "../../definitions/watch-folders.ts";
import { buildPage } from "./page-build.ts";

/** Folders of code; the service itself reloads definitions. */
const CODE = ["engine", "server", "web"];
const DEFINITIONS = ["flows", "schemas", "content"];

/**
 * Keeps a service up to date with the project's code: builds outdated parts, starts the service
 * from its sources, and restarts it after each saved change of code. A failed start is tried again
 * after each save.
 *
 * @param flowsFolder folder of the definitions
 * @returns after `signal` aborts and the service has ended
 */
export async function serveWithReload(
  home: string,
  flowsFolder: string,
  signal: AbortSignal,
): Promise<void> {
  let service: ChildProcess | undefined;

  const restart = coalesced(async () => {
    const before = service;
    service = undefined;
    if (before !== undefined) await stop(before);
    if (signal.aborted) return;
    if (!(await buildPage(home))) {
      console.error("The page could not be built; it is tried again after the next save.");
      return;
    }
    const started = spawn(process.execPath, ["--import", "tsx", join(home, "server/main.ts")], {
      cwd: home,
      // The service stops once the channel closes: also when this process is killed.
      stdio: ["inherit", "inherit", "inherit", "ipc"],
      env: { ...process.env, FOYER_DEV: "1" },
    });
    service = started;
    started.once("exit", (code) => {
      if (service !== started) return;
      service = undefined;
      if (code !== 0 && !signal.aborted)
        console.error("The service did not start; it is tried again after the next save.");
    });
  });
  const later = () => void restart().catch((error: unknown) => console.error(error));
  const watches = [
    watchFolders({ root: home, folders: CODE, onSave: later }),
    watchFolders({
      root: flowsFolder,
      folders: DEFINITIONS,
      onSave: () => (service === undefined ? later() : undefined),
    }),
  ];
  await Promise.all(watches.map(async ({ ready }) => ready));
  await restart();
  if (!signal.aborted) await once(signal, "abort");
  await Promise.all(watches.map(async (watch) => watch.close()));
  // After the abort a restart only stops the service.
  await restart();
}

async function stop(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const gone = once(service, "exit");
  service.kill("SIGTERM");
  await gone;
}

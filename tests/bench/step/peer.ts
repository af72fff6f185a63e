import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { BareContent } from "../peers/bare-service.ts";

/** The baseline as a process of its own. */
export interface Peer {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts the baseline of `peers/bare-service.ts`. @param databaseUrl of a database with the table
 * `bench_steps`
 */
export async function startPeer(content: BareContent, databaseUrl: string): Promise<Peer> {
  const child: ChildProcess = fork(
    fileURLToPath(new URL("../peers/bare-service.ts", import.meta.url)),
    { env: { ...process.env, DATABASE_URL: databaseUrl } },
  );
  const port = new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve(Number(message)));
    child.once("exit", (code) => reject(new Error(`the baseline ended with ${code}`)));
  });
  child.send(content);
  return {
    port: await port,
    pid: child.pid ?? 0,
    async stop() {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await gone;
    },
  };
}

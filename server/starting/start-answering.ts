import { fork, type ChildProcess } from "node:child_process";
import { Server } from "node:net";
import { fileURLToPath } from "node:url";

/** Where a node that is starting answers. */
export interface StartingAddress {
  readonly host: string;
  readonly port: number;
  /** Folders with the renderer's words, below `content/shell`. */
  readonly folders: readonly string[];
}

/** The answers of a node that is starting. */
export interface StartingAnswers {
  /**
   * Hands the open port to this process. Both have it open for a moment, so no connection is
   * refused on the way.
   *
   * @param listen accepts connections of the port from its return on
   * @returns false where the other process has failed; `listen` was not called
   */
  handOver(listen: (port: Server) => void): Promise<boolean>;
}

const PROGRAM = "starting-program";

/** Longest wait for the other process to hand its port over. */
const PATIENCE_MS = 5000;

/**
 * Answers on the service's port while this process compiles the flows, which lets its event loop
 * do nothing else. A process of its own does it: a port can be handed over between processes
 * without a moment in which it is closed, and a thread cannot do that.
 */
export function startAnswering(address: StartingAddress): StartingAnswers {
  const here = import.meta.url;
  const isSource = here.endsWith(".ts");
  const program = isSource
    ? new URL(`${PROGRAM}.ts`, here)
    : new URL(here.includes("/assets/") ? `../${PROGRAM}.js` : `${PROGRAM}.js`, here);
  const child = fork(fileURLToPath(program), [JSON.stringify(address)], {
    // It needs no setting and no secret.
    env: {},
    execArgv: isSource ? ["--import", import.meta.resolve("tsx")] : [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  // A failure to start it is found when the port is taken over.
  child.on("error", () => undefined);
  child.unref();
  child.channel?.unref();
  return { handOver: async (listen) => handOver(child, listen) };
}

async function handOver(child: ChildProcess, listen: (port: Server) => void): Promise<boolean> {
  if (!child.connected) return false;
  const isOver = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENCE_MS);
    const end = (port?: unknown) => {
      clearTimeout(timer);
      if (port instanceof Server) listen(port);
      resolve(port instanceof Server);
    };
    child.once("exit", () => end());
    child.once("message", (_, port) => end(port));
    child.send("hand over", () => undefined);
  });
  if (isOver) child.send("taken", () => undefined);
  else child.kill("SIGKILL");
  return isOver;
}

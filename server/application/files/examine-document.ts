import { Worker } from "node:worker_threads";
import type { FileCause } from "../../../engine/validate/files.ts";

/** Time for one document; the largest ones take a second or two. */
const PATIENCE_MS = 10_000;
const MOST_MEMORY_MB = 512;
const PROGRAM = "document-worker";

/**
 * Why a document is refused. It is examined in a thread of its own: one that takes too long, or too
 * much memory, is refused, and stops nothing else.
 *
 * @param bytes begin as a document does
 */
export async function examineDocument(
  bytes: Buffer,
  patienceMs = PATIENCE_MS,
): Promise<FileCause | undefined> {
  // A copy of its own memory, which moves to the thread.
  const own = Uint8Array.from(bytes);
  const worker = new Worker(programOf(import.meta.url), {
    workerData: own,
    transferList: [own.buffer],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    execArgv: [],
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<FileCause | undefined>((resolve) => {
      const refuse = () => resolve("file.damaged");
      timer = setTimeout(refuse, patienceMs);
      worker.once("message", ({ refused }: { readonly refused?: FileCause }) => resolve(refused));
      worker.once("error", refuse);
      worker.once("exit", refuse);
    });
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
}

/** The program of the thread: an entry of the bundle, or a source that is compiled on load. */
function programOf(here: string): URL {
  if (!here.endsWith(".ts"))
    return new URL(here.includes("/assets/") ? `../${PROGRAM}.js` : `${PROGRAM}.js`, here);
  const [compiler, source] = [import.meta.resolve("tsx/esm/api"), new URL(`${PROGRAM}.ts`, here)];
  const code = `import { register } from "${compiler}"; register(); await import("${source.href}");`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

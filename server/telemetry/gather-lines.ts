import pino from "pino";

/**
 * Milliseconds that a line waits for others. A process that is killed loses this much of its log.
 */
const GATHER_MS = 20;

/**
 * Joins the lines of a short while in one write: under load a write for each line takes a tenth of
 * the process, one for each turn of the event loop a thirtieth. A process that ends writes what it
 * has gathered.
 */
export function gatherLines(destination: pino.DestinationStream): pino.DestinationStream & {
  flushSync(): void;
} {
  let lines = "";
  const flush = () => {
    const gathered = lines;
    lines = "";
    if (gathered !== "") destination.write(gathered);
  };
  process.once("exit", flush);
  return {
    write(line) {
      if (lines === "") setTimeout(flush, GATHER_MS);
      lines += line;
    },
    // For fatal errors, after which nothing more may run.
    flushSync: flush,
  };
}

let output: pino.DestinationStream | undefined;

/** The standard output, one for the process. */
export function standardOutput(): pino.DestinationStream {
  output ??= gatherLines(pino.destination(1));
  return output;
}

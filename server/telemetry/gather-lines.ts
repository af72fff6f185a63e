import pino from "pino";

/**
 * Joins the lines that a turn of the event loop logs in one write: under load a write for each line
 * takes a tenth of the process. A process that ends writes what it has gathered.
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
      if (lines === "") setImmediate(flush);
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

import { createServer } from "node:http";
import { answerStarting, type WordsOf } from "./answer-starting.ts";
import type { StartingAddress } from "./start-answering.ts";

/*
 * The process that answers while a node starts: see `start-answering.ts`. It ends with the process
 * that started it, or once that process has taken the port over.
 */

/** How long a connection that asks nothing keeps this process after the port was taken over. */
const LAST_MS = 5000;

const { host, port, folders } = JSON.parse(process.argv[2] ?? "{}") as StartingAddress;

let words: WordsOf | undefined;
/** Loaded by the first page: what reads the words takes longer to load than all else here. */
const wordsOf: WordsOf = async (request) => {
  words ??= (await import("./starting-words.ts")).startingWords(folders);
  return words(request);
};

const server = createServer((request, response) => {
  void answerStarting(request, response, wordsOf).catch(() => response.destroy());
});
let isTaken = false;
// The service then opens the port itself, and reports the error of the port.
server.once("error", () => process.exit(1));
server.listen({ host, port });

process.on("message", (message) => {
  if (message === "hand over") {
    const send = () => process.send?.("port", server);
    if (server.listening) send();
    else server.once("listening", send);
    return;
  }
  // The port is open in the other process, so closing it here turns no connection away.
  isTaken = true;
  server.close(() => process.exit());
  setTimeout(() => process.exit(), LAST_MS).unref();
  process.disconnect();
});
process.once("disconnect", () => {
  if (!isTaken) process.exit();
});
// A terminal and systemd send signals to all processes of a service: the other one decides.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => undefined);

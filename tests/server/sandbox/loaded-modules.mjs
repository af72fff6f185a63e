import { Session } from "node:inspector";

// Preloaded with `node --import`: keeps the address of every script and module that V8 compiles, however it was imported
// or required. The parent process asks for the list by a message.
const compiled = new Set();
const session = new Session();
session.connect();
session.on("Debugger.scriptParsed", ({ params }) => compiled.add(params.url));
session.post("Debugger.enable");
process.on("message", () => process.send([...compiled]));
process.channel.unref();

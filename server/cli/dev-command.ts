import { existsSync } from "node:fs";
import { join } from "node:path";
import { serveWithReload } from "./development/serve-with-reload.ts";
import { projectFolder } from "../definitions/project-folder.ts";
import type { Command } from "./commands.ts";
import { readOptions } from "./options.ts";
import { flowsFolder } from "./read-library.ts";

/** `foyer dev`: the service for those who edit. */
export const devCommand: Command = {
  name: "dev",
  says: "serves the flows while they are edited; open pages follow every save",
  usage: "dev",
  help: `Builds the page where that is due, and serves on PORT (3000). A saved definition is drawn in the open page at once,
with what was typed kept; a broken one is shown on top of the page, and in the terminal, with file, line and what was
meant, while the last good one is served. Saved code starts the service anew. Stops with Ctrl and C.`,
  async run(args) {
    const { rest } = readOptions(args, []);
    if (rest.length > 0) throw new Error(`dev wants nothing but itself, not ${rest.join(" ")}`);
    const home = projectFolder();
    if (!existsSync(join(home, "web/vite.config.ts")))
      throw new Error("dev needs the project's own sources; what is deployed has none");
    const stopping = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => stopping.abort());
    await serveWithReload(home, flowsFolder(), stopping.signal);
    return 0;
  },
};

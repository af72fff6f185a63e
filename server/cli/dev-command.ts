import { existsSync } from "node:fs";
import { join } from "node:path";
import { onParentGone } from "./development/parent-gone.ts";
import { serveWithReload } from "./development/serve-with-reload.ts";
import { projectFolder } from "../definitions/project-folder.ts";
import { defineCommand } from "./command.ts";
import { flowsFolder } from "./read-definitions.ts";

/** `foyer dev`: runs the service for authors. */
export const devCommand = defineCommand({
  usage: "dev",
  help: `Builds the page when it is out of date, and serves on PORT (3000). An open page draws a saved definition at once and
keeps what was typed. A broken definition appears at the foot of the page and in the terminal, with file, line and a
suggestion; the last good one keeps serving. Warnings are written in the terminal, each once until it is gone. Saved code restarts the service. Ctrl-C stops it, and so does the end of the npx or npm that started it.`,
  async run() {
    const home = projectFolder();
    if (!existsSync(join(home, "web/vite.config.ts")))
      throw new Error("dev needs the project's own sources; a deployment has none");
    const stopping = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => stopping.abort());
    onParentGone(() => stopping.abort());
    await serveWithReload(home, flowsFolder(), stopping.signal);
    return 0;
  },
});

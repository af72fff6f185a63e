import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DefinitionError, type DefinitionProblem } from "../../engine/language/problem.ts";
import { formatProblems } from "./format-problems.ts";
import type { EditedFlows } from "./edited-flows.ts";
import type { Sources } from "../../engine/language/sources.ts";
import type { FlowLibrary } from "./flow-library.ts";
import { readSourceFiles } from "./read-sources.ts";
import { SETTLE_MS, watchFolders, type FolderWatch } from "./watch-folders.ts";

/** A service whose definitions are edited while it serves. */
export interface EditedService {
  /** The flows of the files, each by itself; undefined where definitions are not edited. */
  readonly edited: EditedFlows | undefined;
  /** Open pages that follow every save. */
  readonly live:
    | {
        served(sources: Sources): void;
        refused(
          problems: readonly DefinitionProblem[],
          read: (path: string) => Promise<string>,
        ): Promise<void>;
      }
    | undefined;
  /** The definitions that are being served. */
  library(): FlowLibrary;
  /** Puts other definitions in their place. */
  use(library: FlowLibrary): void;
  /** Registers work for the end of the service. */
  onClose(work: () => Promise<void>): void;
}

/**
 * In development: a saved definition is served from the next request on. Of a broken flow the last good version goes on,
 * and all others follow what is saved. What is wrong already at the start is told at once.
 */
export function watchFlows(flowsFolder: string, home: string, service: EditedService): FolderWatch {
  let isReading = false;
  let isSavedMeanwhile = false;
  /** Made of files that somebody was still saving: one half of an edit may be right, and is not served. */
  let unserved: FlowLibrary | undefined;
  const refuse = async (problems: readonly DefinitionProblem[]) => {
    const read = (path: string) => readFile(join(flowsFolder, path), "utf8").catch(() => "");
    console.error(await formatProblems(problems, read));
    console.error(whatIsServed(service));
    await service.live?.refused(problems, read);
  };
  const read = async (isSave: boolean) => {
    const files = await readSourceFiles(flowsFolder, home);
    const library = (await service.edited?.take(files)) ?? unserved;
    unserved = undefined;
    if (watch.isSettling() || isSavedMeanwhile) {
      unserved = library;
      return;
    }
    const problems = service.edited?.problems ?? [];
    if (library === undefined) {
      // A picture, or what an editor leaves beside a file.
      if (isSave && problems.length === 0) service.live?.served(files.sources);
      return;
    }
    service.use(library);
    service.live?.served(files.sources);
    console.log(
      `Definitions reloaded: ${[...library.flows.values()].map(({ id, version }) => `${id} ${version}`).join(", ")}`,
    );
    if (problems.length > 0) await refuse(problems);
  };
  // One after the other: what is saved while files are read is read once more.
  const reload = async (isSave: boolean) => {
    if (isReading) {
      isSavedMeanwhile = true;
      return;
    }
    isReading = true;
    do {
      isSavedMeanwhile = false;
      await read(isSave).catch(async (error: unknown) =>
        error instanceof DefinitionError ? refuse(error.problems) : console.error(error),
      );
    } while (isSavedMeanwhile);
    isReading = false;
  };
  const watch = watchFolders({
    root: flowsFolder,
    folders: ["flows", "schemas", "content"],
    onSave: () => void reload(true),
  });
  service.onClose(async () => watch.close());
  const ready = (async () => {
    if ((service.edited?.problems.length ?? 0) > 0) await refuse(service.edited?.problems ?? []);
    await watch.ready;
    // What was saved between the start and now; what is being saved has its own turn.
    await sleep(SETTLE_MS);
    if (!watch.isSettling()) await reload(false);
  })();
  return { ...watch, ready };
}

/** What goes on being served beside what was refused. */
function whatIsServed(service: EditedService): string {
  const served = [...service.library().flows.keys()];
  return served.length === 0
    ? "No flow is served; each comes up by itself once its files are right."
    : `The last good definitions are still being served (${served.join(", ")}); a flow that was never right comes up by itself once its files are.`;
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { coalesced } from "../../engine/language/coalesced.ts";
import { DefinitionError, type DefinitionProblem } from "../../engine/language/problem.ts";
import { formatProblems } from "./format-problems.ts";
import type { EditedFlows } from "./edited-flows.ts";
import type { Sources } from "../../engine/language/sources.ts";
import type { FlowLibrary } from "./flow-library.ts";
import { NewWarnings } from "./new-warnings.ts";
import { FileReader } from "./read-files.ts";
import { readSourceFiles } from "./read-sources.ts";
import { SETTLE_MS, watchFolders, type FolderWatch } from "./watch-folders.ts";

/**
 * Open pages request an unproved flow within this time; then the proofs keep the processor busy.
 */
const DRAW_MS = 120;

/** A service whose definitions are edited while it serves. */
export interface EditedService {
  /** The flows of the files, each by itself; undefined where definitions are not edited. */
  readonly edited: EditedFlows | undefined;
  /** Open pages that follow every save. */
  readonly live:
    | {
        served(sources: Sources): void;
        unproved(sources: Sources): void;
        proved(): void;
        refused(
          problems: readonly DefinitionProblem[],
          read: (path: string) => Promise<string>,
        ): Promise<void>;
      }
    | undefined;
  /** The served definitions. */
  library(): FlowLibrary;
  /** Replaces the served definitions. */
  use(library: FlowLibrary): void;
  /** Registers work for the service's stop. */
  onClose(work: () => Promise<void>): void;
}

/**
 * In development: serves a saved definition from the next request on. A broken flow keeps its last
 * good version; all other flows follow the save. Problems at the start are reported at once.
 *
 * The checks of variants on open pages run first, and the flow is served. Its other checks, and the
 * proofs that every applicant can finish, run after that; where one fails, the last good version is
 * served again.
 */
export function watchFlows(flowsFolder: string, home: string, service: EditedService): FolderWatch {
  const reader = new FileReader();
  /** Whether a save is still to be shown; else the files are read once at the start. */
  let isSaved = false;
  /**
   * Compiled from files that were still being saved: half of an edit may compile, and is not
   * served.
   */
  let unserved: FlowLibrary | undefined;
  const refuse = async (problems: readonly DefinitionProblem[]) => {
    const read = (path: string) => readFile(join(flowsFolder, path), "utf8").catch(() => "");
    console.error(await formatProblems(problems, read));
    console.error(whatIsServed(service));
    await service.live?.refused(problems, read);
  };
  const warn = warner(flowsFolder, service);
  const read = async (isAskedAgain: () => boolean) => {
    const isOvertaken = () => watch.isSettling() || isAskedAgain();
    const files = await readSourceFiles(flowsFolder, home, reader);
    let unproved: FlowLibrary | undefined;
    const show = async (shown: FlowLibrary) => {
      if (isOvertaken()) return;
      unproved = shown;
      service.use(shown);
      service.live?.unproved(files.sources);
      await sleep(DRAW_MS);
    };
    const library = (await service.edited?.refresh(files, show)) ?? unserved;
    unserved = undefined;
    if (isOvertaken()) {
      unserved = library;
      return;
    }
    const isSave = isSaved;
    isSaved = false;
    const problems = service.edited?.problems ?? [];
    if (library === undefined) {
      // A picture changed, or an editor left a file.
      if (isSave && problems.length === 0) service.live?.served(files.sources);
      return;
    }
    service.use(library);
    if (unproved !== undefined && hasSameFlows(unproved, library)) service.live?.proved();
    else service.live?.served(files.sources);
    console.log(
      `Definitions reloaded: ${[...library.flows.values()].map(({ id, version }) => `${id} ${version}`).join(", ")}`,
    );
    await warn();
    if (problems.length > 0) await refuse(problems);
  };
  const reload = coalesced(async (isAskedAgain) =>
    read(isAskedAgain)
      .catch(async (error: unknown) =>
        error instanceof DefinitionError ? refuse(error.problems) : console.error(error),
      )
      .catch(console.error),
  );
  const watch = watchFolders({
    root: flowsFolder,
    folders: ["flows", "schemas", "content"],
    onSave() {
      isSaved = true;
      void reload();
    },
  });
  service.onClose(async () => watch.close());
  const ready = (async () => {
    if ((service.edited?.problems.length ?? 0) > 0) await refuse(service.edited?.problems ?? []);
    await warn();
    await watch.ready;
    await service.edited?.prepare();
    // Files that changed between the start and now; a save in progress causes its own reload.
    await sleep(SETTLE_MS);
    if (!watch.isSettling()) await reload();
  })();
  return { ...watch, ready };
}

/** Writes the warnings of the latest files that were not there before. */
function warner(flowsFolder: string, { edited }: EditedService): () => Promise<void> {
  const fresh = new NewWarnings();
  const read = async (path: string) => readFile(join(flowsFolder, path), "utf8").catch(() => "");
  return async () => {
    const warnings = fresh.of(edited?.warnings ?? []);
    if (warnings.length > 0) console.warn(await formatProblems(warnings, read));
  };
}

function hasSameFlows(one: FlowLibrary, other: FlowLibrary): boolean {
  return (
    one.flows.size === other.flows.size &&
    [...one.flows].every(([id, flow]) => other.flows.get(id) === flow)
  );
}

/** Describes the definitions that stay served after a refusal. */
function whatIsServed(service: EditedService): string {
  const served = [...service.library().flows.keys()];
  return served.length === 0
    ? "No flow is served; each comes up by itself once its files are right."
    : `The last good definitions are still being served (${served.join(", ")}); a flow that was never right comes up by itself once its files are.`;
}

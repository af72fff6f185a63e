import { existsSync } from "node:fs";
import { join } from "node:path";
import { serviceProblems } from "../calls/service-problems.ts";
import { servicesOnDisk } from "../definitions/services-on-disk.ts";

/** The settings that decide what the definitions need. */
interface DefinitionSettings {
  /** Folder that contains flows/, schemas/ and content/. */
  readonly flowsFolder: string;
  readonly environment: string;
  readonly development: boolean;
  /** Serve the published versions of the database. */
  readonly published: boolean;
}

/** What the settings lack for the definitions on disk, one sentence each; never a secret. */
export function definitionProblems(
  env: NodeJS.ProcessEnv,
  settings: DefinitionSettings,
): readonly string[] {
  return [...folderProblems(env, settings), ...problemsOnDisk(env, settings)];
}

function folderProblems(
  env: NodeJS.ProcessEnv,
  { flowsFolder }: DefinitionSettings,
): readonly string[] {
  if (env["FOYER_FLOWS"] === undefined || existsSync(join(flowsFolder, "flows"))) return [];
  return [
    `FOYER_FLOWS is ${flowsFolder}, which has no folder flows; it has to be the folder that holds flows, schemas and content`,
  ];
}

/**
 * What the services of the definitions on disk lack. Where published versions are served, their
 * providers may be others: only what the files of the first version need is asked for.
 */
function problemsOnDisk(
  env: NodeJS.ProcessEnv,
  { flowsFolder, environment, development, published }: DefinitionSettings,
): readonly string[] {
  return servicesOnDisk(flowsFolder).flatMap((flow) =>
    serviceProblems(
      published ? { ...flow, providers: new Map() } : flow,
      env,
      development ? undefined : environment,
    ),
  );
}

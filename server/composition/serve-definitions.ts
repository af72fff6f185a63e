import type { Logger } from "pino";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import { ProviderSettings } from "../calls/provider-settings.ts";
import { sandboxFrames } from "../calls/sandbox-frames.ts";
import { serviceProblems } from "../calls/service-problems.ts";
import type { ServerConfig } from "../settings/config.ts";
import type { FlowTools } from "../application/flow-tools.ts";
import { createLibrary, type FlowLibrary } from "../definitions/flow-library.ts";
import type { FileLibrary } from "../definitions/read-library.ts";
import { servePublished } from "../definitions/serve-published.ts";
import { misspeltVariables } from "../settings/misspelt-variables.ts";
import { SettingsError } from "../settings/settings-error.ts";
import type { OpenedStorage } from "./open-storage.ts";

/** The definitions that a service serves. */
export interface ServedDefinitions extends FlowTools {
  /** Serves other definitions from the files. */
  use(next: FlowLibrary): void;
  stop(): Promise<void>;
}

/** What serving definitions depends on. */
export interface DefinitionsNeeds extends Pick<OpenedStorage, "database" | "databaseUrl"> {
  readonly env: NodeJS.ProcessEnv;
  readonly logger: Logger;
}

/**
 * Refuses to start without what the services of the flows need.
 *
 * @throws SettingsError naming every variable that is wrong or missing, and never a secret
 */
export function requireServices(
  flows: Iterable<CompiledFlow>,
  config: Pick<ServerConfig, "development" | "environment">,
  env: NodeJS.ProcessEnv,
): void {
  const needed = config.development ? undefined : config.environment;
  const problems = [...flows].flatMap((flow) => serviceProblems(flow, env, needed));
  if (problems.length > 0) throw new SettingsError([...new Set(problems)]);
}

/**
 * Serves the definitions of the files, or the published versions where the configuration says so.
 *
 * @throws DefinitionError when no published version can be served on this node
 * @throws SettingsError when the services of the served flows lack settings
 */
export async function serveDefinitions(
  config: ServerConfig,
  { library: read, sources }: Pick<FileLibrary, "library" | "sources">,
  { database, databaseUrl, env, logger }: DefinitionsNeeds,
): Promise<ServedDefinitions> {
  let edited = read;
  const { environment } = config;
  const published = config.published
    ? await servePublished({
        database,
        databaseUrl,
        environment,
        sources,
        log: logger,
        accept: (flows) => requireServices(flows, config, env),
        problemsOf: (flow) =>
          serviceProblems(flow, env, config.development ? undefined : environment),
        warningsOf: (flow) => sandboxFrames(flow, env, environment),
      })
    : undefined;
  const library = () => edited ?? published?.flows.library() ?? createLibrary(new Map(), sources);
  for (const sentence of misspeltVariables(env, library().flows.values())) logger.warn(sentence);
  const providers = new ProviderSettings(env, (problem) => logger.error(problem));
  return {
    environment,
    library,
    olderVersion: async (flow, hash) => published?.flows.version(flow, hash),
    versionsOf: async (flow) => (await published?.flows.hashes(flow)) ?? [],
    providersOf: (flow) => providers.of(flow),
    use: (next) => {
      edited = next;
    },
    stop: async () => published?.stop(),
  };
}

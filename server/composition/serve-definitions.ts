import type { Logger } from "pino";
import { checkProviderCredentials, ProviderSettings } from "../calls/check-provider-credentials.ts";
import type { ServerConfig } from "../config.ts";
import type { FlowTools } from "../application/flow-tools.ts";
import { libraryOf, type FlowLibrary } from "../definitions/flow-library.ts";
import type { FileLibrary } from "../definitions/read-library.ts";
import { servePublished } from "../definitions/serve-published.ts";
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
 * Serves the definitions of the files, or the published versions where the configuration says so.
 *
 * @throws DefinitionError when no published version can be served on this node
 */
export async function serveDefinitions(
  config: ServerConfig,
  { library: read, sources }: Pick<FileLibrary, "library" | "sources">,
  { database, databaseUrl, env, logger }: DefinitionsNeeds,
): Promise<ServedDefinitions> {
  let edited = read;
  const { environment } = config;
  const published = config.published
    ? await servePublished({ database, databaseUrl, environment, sources, log: logger })
    : undefined;
  const library = () => edited ?? published?.flows.library() ?? libraryOf(new Map(), sources);
  if (published !== undefined) checkProviderCredentials(library().flows.values(), env);
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

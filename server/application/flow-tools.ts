import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import type { ConfiguredProviders } from "../calls/read-providers.ts";
import type { FlowLibrary } from "../definitions/flow-library.ts";

/** The served flows, and their environment. */
export interface FlowTools {
  readonly environment: string;
  /** The flows being served now. */
  library(): FlowLibrary;
  /** A published version of a flow, compiled; undefined when it is not available. */
  olderVersion(flow: string, hash: string): Promise<CompiledFlow | undefined>;
  /** Hashes of a flow's published versions, the latest first; empty where files are served. */
  versionsOf(flow: string): Promise<readonly string[]>;
  /** Providers of a flow with credentials in the environment, with their settings. */
  providersOf(flow: CompiledFlow): ConfiguredProviders;
}

import type { FastifyInstance } from "fastify";
import type { RequestScope } from "../telemetry/request-scope.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { SandboxCall, ServiceSandbox } from "./service-sandbox.ts";

/**
 * The addresses of calls: outside services by environment variables, sandboxes in this process by
 * name.
 */
export interface CallTargets {
  readonly environment: NodeJS.ProcessEnv;
  readonly sandboxes: ReadonlyMap<string, FastifyInstance>;
  /** Answers services by the flow's own tables; undefined outside of development. */
  readonly serviceSandbox?: ServiceSandbox | undefined;
  readonly telemetry?: Telemetry;
}

/** The target of one call, and its request. */
export interface CallTarget extends CallTargets {
  /** The definitions that a sandbox answers by, and the application that the call is made for. */
  readonly made?: Pick<SandboxCall, "flow" | "application"> | undefined;
  /** Aborts when the visitor leaves; no attempt that waits is made then. */
  readonly signal?: AbortSignal | undefined;
  readonly scope?: RequestScope | undefined;
}

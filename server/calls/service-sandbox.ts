import type { CompiledVariant } from "../../engine/compile/compiled-variant.ts";
import type { CallRequest, CallResult } from "../../engine/transition/input.ts";

/** A request to a service that has no base URL. */
export interface SandboxCall {
  readonly flow: CompiledVariant;
  readonly request: CallRequest;
  /** The application that the call is made for; undefined where there is none. */
  readonly application: string | undefined;
  /** The call's Idempotency-Key: a request that is sent again has the same. */
  readonly key: string;
}

/** Answers calls from flows/<flow>/sandbox/<service>.yaml; in development only. */
export interface ServiceSandbox {
  /** @returns undefined where the flow has no such file for the service */
  answer(call: SandboxCall): Promise<CallResult | undefined>;
}

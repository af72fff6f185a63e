import type { CallLimit, DeclaredCall } from "./generated/calls.ts";
import type { ServiceDefinition } from "./generated/services.ts";

export type { CallLimit, ServiceDefinition };

/** A call with the defaults of its file. */
type WholeCall = DeclaredCall &
  Required<Pick<DeclaredCall, "service" | "method" | "path" | "timeoutMs">>;

/** A call with its name: a request that the engine asks for and the server makes. */
export interface CallDefinition extends WholeCall {
  readonly call: string;
}

/** One request over HTTP, as an author writes it. */
export type RequestDefinition = Omit<
  WholeCall,
  "description" | "repeat" | "limits" | "owner" | "set" | "answerSchema" | "strictAnswer"
>;

/** The outcome of a call that declares `repeat` while its effect is unknown. */
export const UNKNOWN = "unknown";

import type { FastifyReply, FastifyRequest } from "fastify";
import type { FlowTools } from "../../application/flow-tools.ts";
import type { SessionTools } from "../../application/request/session.ts";
import type { Attempts } from "./attempts.ts";
import type { Issuer } from "./issuer.ts";

/** The parts of the server that end a session. */
export type SignOutTools = SessionTools & Pick<FlowTools, "library">;

/** The parts that sign a visitor in. */
export interface SignIn {
  /** Undefined: no issuer is configured, and sign-in answers 503. */
  readonly issuer: Issuer | undefined;
  readonly attempts: Attempts;
  /** Forgets the links and the parameters of addresses that wait in the browser. */
  forgetWaiting(reply: FastifyReply): void;
  /** This site's public origin for a request. */
  origin(request: FastifyRequest): string;
}

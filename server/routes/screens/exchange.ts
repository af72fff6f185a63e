import type { FastifyReply, FastifyRequest } from "fastify";
import type { ServerTools } from "../../application/server-tools.ts";

/** One HTTP request with its answer. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly tools: ServerTools;
}

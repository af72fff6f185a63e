import { STATUS_CODES } from "node:http";
import type { FastifyReply } from "fastify";
import type { Json, JsonObject } from "../../../engine/language/json.ts";

/** The answer of a call. */
export interface Answer {
  readonly status: number;
  readonly body?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Whether the call changed something, so that repetitions get this answer; absent: a success did,
   * a refusal did not.
   */
  readonly counts?: boolean;
  /** The request is performed, and its first answers are lost. */
  readonly lost?: LostAnswer;
  /** Text in place of a JSON body. */
  readonly text?: string;
}

/** How an answer is lost. */
export interface LostAnswer {
  /** The connection breaks, the gateway gives up, or the answer is no JSON. */
  readonly how: "dropped" | "unavailable" | "malformed";
  readonly times: number;
}

/** The answer that arrives in place of a lost one. */
export function lostOnTheWay({ how }: LostAnswer): Answer {
  switch (how) {
    case "dropped":
      return DROPPED;
    case "unavailable":
      return failed(503, "Service unavailable", "The service did not answer in time");
    case "malformed":
      return { status: 200, text: "<html>Bad gateway</html>" };
  }
}

export const NOTHING: Answer = { status: 204 };

/**
 * A broken connection: recognised in process by its header, and performed over HTTP by the server
 * that mounts the platform.
 */
export const DROPPED: Answer = { status: 502, headers: { "x-connection-dropped": "1" } };

/** The answer of a request that was done. */
export function done(body: JsonObject): Answer {
  return { status: 200, body };
}

/** A refusal whose message the applicant sees (spec 1 §8 "errors array"). */
export function refused(status: number, message: string, more: JsonObject = {}): Answer {
  return { status, body: { errors: [{ message }], message, ...more } };
}

/** A refusal with a short reason and a message (spec 1 §8 "message or error"). */
export function failed(status: number, error: string, message: string): Answer {
  return { status, body: { error, message } };
}

/**
 * Sends an answer; refusals are problem documents (RFC 9457) with the documented members beside.
 */
export function send(reply: FastifyReply, { status, body, headers, text }: Answer): FastifyReply {
  void reply.code(status).headers(headers ?? {});
  if (text !== undefined) return reply.type("text/html").send(text);
  if (body === undefined) return reply.send();
  if (status < 400) return reply.send(body);
  const problem: Record<string, Json> = {
    type: "about:blank",
    title: STATUS_CODES[status] ?? "Refused",
    status,
    ...body,
  };
  return reply.type("application/problem+json").send(problem);
}

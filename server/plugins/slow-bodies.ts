import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isMultipart } from "../http/request-text.ts";

/** The least rate at which a body has to arrive. */
export interface LeastRate {
  readonly windowMs: number;
  /** Bytes that have to come in each window. */
  readonly bytes: number;
}

/** A form has a few thousand bytes. */
const LEAST: LeastRate = { windowMs: 10_000, bytes: 1024 };

/**
 * Closes connections whose request bodies arrive too slowly. Files, which their reader watches,
 * have the server's time limit.
 */
export function slowBodies(
  app: FastifyInstance,
  patienceMs: number,
  least: LeastRate = LEAST,
): void {
  const watched = new WeakMap<FastifyRequest, () => void>();
  const forget = (request: FastifyRequest) => watched.get(request)?.();
  app.addHook("onRequest", (request, _reply, done) => {
    const { raw } = request;
    if (hasBody(request) && !isMultipart(request)) {
      const timer = setTimeout(() => {
        if (!raw.complete) raw.destroy();
      }, patienceMs);
      timer.unref();
      const stop = cutOffSlow(raw, least);
      watched.set(request, () => {
        clearTimeout(timer);
        stop();
      });
    }
    done();
  });
  // The body is complete here, or the request was answered before it was.
  app.addHook("preValidation", (request, _reply, done) => {
    forget(request);
    done();
  });
  app.addHook("onResponse", (request, _reply, done) => {
    if (request.raw.complete) forget(request);
    done();
  });
}

/** Whether a body is still to come. */
export function hasBody({ raw, method }: FastifyRequest): boolean {
  return !raw.complete && method !== "GET" && method !== "HEAD";
}

/**
 * Closes the connection of a body that arrives too slowly, once it is being read.
 *
 * @returns what ends the watch
 */
export function cutOffSlow(raw: IncomingMessage, { windowMs, bytes }: LeastRate): () => void {
  const { socket } = raw;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const come = socket.bytesRead - before;
    before = socket.bytesRead;
    if (raw.complete || raw.destroyed) clearInterval(timer);
    else if (come < bytes) raw.destroy();
  }, windowMs);
  timer.unref();
  return () => clearInterval(timer);
}

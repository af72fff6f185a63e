import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ScreenView } from "../../../engine/render/view.ts";

/**
 * Answers with a view as data, under an ETag. Who says with `If-None-Match` that they have this very one is told so
 * without it: 304, or 204 after a POST, since the looks that a waiting page takes by itself are posts.
 */
export function sendView(
  request: FastifyRequest,
  reply: FastifyReply,
  view: ScreenView,
  status = 200,
): FastifyReply {
  const tag = tagOf(view);
  void reply.header("cache-control", "no-store").header("etag", tag);
  if (status === 200 && request.headers["if-none-match"] === tag)
    return reply.code(request.method === "POST" ? 204 : 304).send();
  return reply.code(status).send(view);
}

/** Weak: how long the session lives on is said anew with every answer, and is no other view. */
function tagOf({ session: _, ...view }: ScreenView): string {
  return `W/"${createHash("sha256").update(JSON.stringify(view)).digest("base64url").slice(0, 22)}"`;
}

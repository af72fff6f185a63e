import type { FastifyReply, FastifyRequest } from "fastify";
import type { ScreenView } from "../../../engine/render/view.ts";
import { writeView } from "../../../engine/render/write-view.ts";
import { isNamed, viewTag } from "./view-tag.ts";

/**
 * Answers with a view as data, under an ETag. A client that names this very view in `If-None-Match` gets 304 without it,
 * or 204 after a POST, since the looks that a waiting page takes by itself are posts.
 */
export function sendView(
  request: FastifyRequest,
  reply: FastifyReply,
  { session, ...view }: ScreenView,
  status = 200,
): FastifyReply {
  // The tag is weak: every answer tells anew how long the session lives on, and that is no other view.
  const written = writeView(view);
  const tag = viewTag(written);
  void reply.header("cache-control", "no-store").header("etag", tag);
  const isPost = request.method === "POST";
  const named = request.headers["if-none-match"];
  // `*` names whatever is there: after a POST the client could not know what that is.
  if (status === 200 && isNamed(named, tag) && !(isPost && named === "*"))
    return reply.code(isPost ? 204 : 304).send();
  return reply
    .code(status)
    .type("application/json; charset=utf-8")
    .send(session === undefined ? written.json : withSession(written.json, session));
}

function withSession(json: string, session: NonNullable<ScreenView["session"]>): string {
  return `${json.slice(0, -1)},"session":${JSON.stringify(session)}}`;
}

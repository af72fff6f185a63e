import type { FastifyReply, FastifyRequest } from "fastify";
import type { ScreenView } from "../../../engine/render/view.ts";
import { writeView } from "../../../engine/render/write-view.ts";
import { viewBytes } from "./view-bytes.ts";
import { isNamed, viewTag } from "./view-tag.ts";

/**
 * Answers with a view as data, under an ETag. A client whose `If-None-Match` names this view gets
 * 304, or 204 after a POST, since a waiting page polls with POST.
 */
export function sendView(
  request: FastifyRequest,
  reply: FastifyReply,
  { session, ...view }: ScreenView,
  status = 200,
): FastifyReply {
  // The tag is weak: the session's remaining time differs in every answer, which is the same view.
  const written = writeView(view);
  const tag = viewTag(written);
  void reply.header("cache-control", "no-store").header("etag", tag);
  const isPost = request.method === "POST";
  const named = request.headers["if-none-match"];
  // `*` matches any view: after a POST the client cannot know which.
  if (status === 200 && isNamed(named, tag) && !(isPost && named === "*"))
    return reply.code(isPost ? 204 : 304).send();
  return reply
    .code(status)
    .type("application/json; charset=utf-8")
    .send(viewBytes(written, session));
}

import type { FastifyReply } from "fastify";
import { isFileId } from "../../../../engine/validate/files.ts";
import { ProblemError } from "../../../http/problem.ts";
import type { RequestContext } from "../../../application/request/request-context.ts";
import type { VisitTools } from "../../../application/visit/visit-tools.ts";
import { fileOwnerOf } from "../../../application/files/file-owner.ts";

/**
 * Sends the preview of a file, drawn by this service, to the visitor who uploaded it. The files
 * themselves are never sent back.
 *
 * @throws ProblemError 404, for every reason alike
 */
export async function sendPicture(
  reply: FastifyReply,
  context: RequestContext,
  id: string,
  { files }: Pick<VisitTools, "files">,
): Promise<FastifyReply> {
  const owner =
    context.access === "ok" && context.readOnly !== true ? fileOwnerOf(context) : undefined;
  const picture =
    owner === undefined || !isFileId(id) ? undefined : await files.pictureOf(owner, id);
  if (picture === undefined)
    throw new ProblemError({
      status: 404,
      code: "unknown-file",
      title: "There is no such picture",
    });
  return reply
    .headers({
      "cache-control": "no-store",
      "content-disposition": 'attachment; filename="preview.jpg"',
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    })
    .type("image/jpeg")
    .send(picture);
}

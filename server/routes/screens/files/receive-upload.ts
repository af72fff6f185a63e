import { beginApplication } from "../../../application/request/begin-application.ts";
import type { FastifyReply } from "fastify";
import { renderFile } from "../../../../engine/render/render-file.ts";
import { fileParameters, type FileCause } from "../../../../engine/validate/files.ts";
import { messageKey } from "../../../../engine/validate/message.ts";
import { forbidden, malformed, ProblemError, sendProblem } from "../../../http/problem.ts";
import { authorize, signInProblem } from "../authorize.ts";
import type { RequestContext } from "../../../application/request/request-context.ts";
import type { Exchange } from "../exchange.ts";
import { examine } from "../../../application/files/examine.ts";
import { fileFieldsOf } from "../../../application/files/file-fields.ts";
import { fileOwnerOf } from "../../../application/files/file-owner.ts";
import { readMultipart } from "./read-multipart.ts";

/**
 * `POST {screen}?upload=FIELD` with a file in one part: stores the file beside the application and
 * answers 201 with its id, which the form then sends. The application does not change; the same
 * file gives the same id.
 *
 * @throws ProblemError 400, 401, 403, 404, 413, 422, 429, 503
 */
export async function receiveUpload(
  exchange: Exchange,
  first: RequestContext,
  name: string,
): Promise<FastifyReply> {
  const { request, reply, tools } = exchange;
  if (first.readOnly === true) throw forbidden();
  const context = await authorize(exchange, first);
  if ("signIn" in context) throw signInProblem(context.signIn);
  const fileField = fileFieldsOf(context).get(name);
  if (fileField === undefined)
    throw new ProblemError({
      status: 404,
      code: "unknown-field",
      title: "The page asks for no such file",
    });
  // The visitor as the request came: a session that it begins counts nothing.
  const visitor = first.subject?.toString("hex");
  const most = { bytes: fileField.options.maxBytes, files: 1, visitor };
  const { files } = await readMultipart(request, most);
  const [given] = files;
  if (given === undefined || files.length > 1) throw malformed("There has to be one file");
  const examined = await examine(given, fileField.options, { scope: request.scope, visitor });
  const { target, flow } = context;
  const refuse = (cause: FileCause) => {
    const code = messageKey(fileField.field, cause);
    const message = flow.copy(target.locale).text(code, fileParameters(fileField.field)) ?? code;
    return sendProblem(reply, {
      status: 422,
      code: "invalid",
      title: "The file is not taken",
      errors: [{ pointer: `/${name}`, code, message }],
    });
  };
  if ("refused" in examined) return refuse(examined.refused);
  const record = context.record ?? (await beginApplication(target, context, tools));
  const owner = fileOwnerOf({ ...context, record });
  const kept = owner === undefined ? undefined : await tools.files.save(owner, examined.file);
  if (kept === undefined) return refuse("file.many");
  return reply.code(201).header("cache-control", "no-store").send(renderFile(kept, target.locale));
}

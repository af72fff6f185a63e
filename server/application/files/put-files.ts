import { valueAt, withValue } from "../../../engine/language/json-places.ts";
import { compiledRequestOf } from "../../../engine/transition/call-request.ts";
import type { CallRequest } from "../../../engine/transition/input.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import { filesIn } from "../../../engine/validate/files.ts";
import type { Files } from "../../storage/repositories/files.ts";

/**
 * Replaces each `{ file: … }` in a call's body by the file's content in base64, or by null for a
 * missing file.
 *
 * @param application key of the call's application; files of other applications are not found
 */
export async function putFiles(
  flow: CompiledVariant,
  request: CallRequest,
  application: string,
  files: Pick<Files, "contentOf">,
): Promise<CallRequest> {
  let { body } = request;
  for (const pointer of compiledRequestOf(flow, request)?.files ?? []) {
    if (body === undefined) break;
    const [reference] = filesIn(valueAt(body, [...pointer, "file"]));
    const content =
      reference === undefined ? undefined : await files.contentOf(application, reference.id);
    body = withValue(body, pointer, content?.toString("base64") ?? null);
  }
  return body === undefined ? request : { ...request, body };
}

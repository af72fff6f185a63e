import { pathOfAddress } from "../../engine/language/address.ts";
import type { FieldErrorView, FileView } from "../../engine/render/view.ts";

/** What became of an upload. */
export type Uploaded =
  | { readonly kind: "kept"; readonly file: FileView }
  | { readonly kind: "refused"; readonly message: string; readonly code: string }
  /** It did not get through, or the service cannot take it now: the same may be sent again. */
  | { readonly kind: "failed" }
  | { readonly kind: "session-over" }
  | { readonly kind: "cancelled" };

/** An upload without any sign of life for so long is given up. */
const PATIENCE_MS = 30_000;
const LONGEST_MS = 115_000;

/**
 * Sends a file beside the form it belongs to. XMLHttpRequest, since fetch does not say how far it has come.
 *
 * @param told is called with percent as they are sent
 */
export async function upload(
  path: string,
  field: string,
  file: { readonly content: Blob; readonly name: string },
  signal: AbortSignal,
  told: (percent: number) => void,
): Promise<Uploaded> {
  const body = new FormData();
  body.append("file", file.content, file.name);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const end = (result: Uploaded) => {
      clearInterval(watch);
      resolve(result);
    };
    let lastSign = Date.now();
    const watch = setInterval(() => {
      if (Date.now() - lastSign > PATIENCE_MS) request.abort();
    }, 1000);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      lastSign = Date.now();
      if (total > 0) told(Math.floor((loaded / total) * 100));
    });
    request.addEventListener("load", () => end(resultOf(request)));
    request.addEventListener("error", () => end({ kind: "failed" }));
    request.addEventListener("timeout", () => end({ kind: "failed" }));
    request.addEventListener("abort", () =>
      end(signal.aborted ? { kind: "cancelled" } : { kind: "failed" }),
    );
    signal.addEventListener("abort", () => request.abort());
    request.open("POST", `${pathOfAddress(path)}?upload=${encodeURIComponent(field)}`);
    request.setRequestHeader("accept", "application/json");
    request.timeout = LONGEST_MS;
    request.send(body);
  });
}

function resultOf({ status, responseText }: XMLHttpRequest): Uploaded {
  try {
    const body = JSON.parse(responseText) as FileView & {
      readonly errors?: readonly FieldErrorView[];
    };
    if (status === 201) return { kind: "kept", file: body };
    if (status === 401) return { kind: "session-over" };
    const [error] = body.errors ?? [];
    return status === 422 && error !== undefined
      ? { kind: "refused", message: error.message, code: error.code }
      : { kind: "failed" };
  } catch {
    return { kind: "failed" };
  }
}

import { pathOfAddress } from "../../engine/language/address.ts";
import type { FieldErrorView, FileView } from "../../engine/render/view.ts";

/** The result of an upload. */
export type Uploaded =
  | { readonly kind: "kept"; readonly file: FileView }
  | { readonly kind: "refused"; readonly message: string; readonly code: string }
  /** The upload failed, or the service cannot accept it now: it may be repeated. */
  | { readonly kind: "failed" }
  | { readonly kind: "session-over" }
  | { readonly kind: "cancelled" };

/** Milliseconds without progress after which an upload is cancelled. */
const PATIENCE_MS = 30_000;
const LONGEST_MS = 115_000;

/** A file to upload for a form's field. */
interface FileUpload {
  /** The screen's path. */
  readonly path: string;
  readonly field: string;
  readonly content: Blob;
  readonly name: string;
  readonly signal: AbortSignal;
  /** Receives the progress, 0 to 100. */
  onProgress(percent: number): void;
}

/** Whether the service has kept a file of this page, so that the visitor has a session. */
let hasSession = false;
let before: Promise<unknown> = Promise.resolve();

/**
 * Uploads a file. Those of a visitor without a session go one after the other until one is kept:
 * two at once would open two sessions, each with an application of its own.
 */
export async function upload(file: FileUpload): Promise<Uploaded> {
  if (hasSession) return send(file);
  const own = before.then(async () => send(file));
  before = own;
  const result = await own;
  hasSession ||= result.kind === "kept";
  return result;
}

/** Sends a file by XMLHttpRequest, since fetch does not report progress. */
async function send(file: FileUpload): Promise<Uploaded> {
  const { path, field, signal, onProgress } = file;
  const body = new FormData();
  body.append("file", file.content, file.name);
  if (signal.aborted) return { kind: "cancelled" };
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
      if (total > 0) onProgress(Math.floor((loaded / total) * 100));
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

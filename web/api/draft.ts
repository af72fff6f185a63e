import type { JsonObject } from "../../engine/language/json.ts";

/**
 * Saves a draft on the server; the request survives the closing of the page.
 *
 * @param typed `over` names the answers that it replaces, by `draft.over` of the view; `by` names
 *   the page
 * @returns the time of saving, without `at` where there is nothing to save; undefined for a failed
 *   request
 */
export async function putDraft(
  path: string,
  typed: { readonly over: string; readonly data: JsonObject; readonly by?: string },
  signal?: AbortSignal,
): Promise<{ readonly at?: string } | undefined> {
  try {
    const response = await fetch(path, {
      method: "PUT",
      keepalive: true,
      credentials: "same-origin",
      headers: { accept: "application/json", "content-type": "application/json" },
      body: JSON.stringify(typed),
      signal,
    });
    return response.ok ? ((await response.json()) as { at?: string }) : undefined;
  } catch {
    return undefined;
  }
}

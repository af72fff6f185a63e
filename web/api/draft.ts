import type { JsonObject } from "../../engine/language/json.ts";

/**
 * Has the service keep what is typed so far; it gets there although the page is closed meanwhile.
 *
 * @param typed `over` names the answers that it was typed over, by `draft.over` of the view; `by` names the page
 * @returns when it was kept, `at` being absent where there is nothing to keep; undefined when it did not get through
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

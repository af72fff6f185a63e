import type { ApplicationState } from "./state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { Resolution } from "./resolution.ts";
import { resolveScreen, type ScreenRequest } from "./resolve-screen.ts";
import { readEntry, type Entry } from "./read-entry.ts";

/** The meaning of an address on arrival: an exit from the site, or an entry with its changes. */
export type EntryResult =
  | { readonly kind: "leave"; readonly leave: Extract<Resolution, { kind: "leave" }> }
  /** `cleaned`: the address had parameters that do not stay in it, stored or not. */
  | { readonly kind: "entered"; readonly entry: Entry; readonly cleaned: boolean };

/**
 * Reads the entry parameters of an address. When parameters leave the address and the screen
 * resolves to an exit from the site, the result is that exit and nothing is saved.
 *
 * The screen is resolved with the parameters still in the address, since the condition of an exit
 * may read one that would be saved. Unknown parameters leave the address too: they may be personal.
 *
 * @param request `draftPaths`: state paths of the applicant's drafts
 */
export function enterFlow(
  flow: CompiledVariant,
  state: ApplicationState,
  request: ScreenRequest & { readonly draftPaths?: readonly string[] },
): EntryResult {
  const entry = readEntry(flow, state, request);
  const cleaned = Object.keys(entry.rest).length < Object.keys(request.query).length;
  if (!cleaned) return { kind: "entered", entry, cleaned };
  const resolution = resolveScreen(flow, state, request);
  return resolution.kind === "leave" && resolution.to === "external"
    ? { kind: "leave", leave: resolution }
    : { kind: "entered", entry, cleaned };
}

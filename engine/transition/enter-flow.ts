import type { ApplicationState } from "./state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { Resolution } from "./resolution.ts";
import { resolveScreen, type ScreenRequest } from "./resolve-screen.ts";
import { readEntry, type Entry } from "./read-entry.ts";

/** The meaning of an address on arrival, before any page is resolved. */
export type EntryResult =
  | { readonly kind: "away"; readonly leave: Extract<Resolution, { kind: "leave" }> }
  /** `cleaned`: the address had parameters that do not stay in it, stored or not. */
  | { readonly kind: "entered"; readonly entry: Entry; readonly cleaned: boolean };

/**
 * Reads the address of an arrival.
 *
 * The entry table decides about an exit first, since its condition may read a parameter that would
 * be stored. Unknown parameters leave the address even when they are dropped, since they may be
 * personal.
 *
 * @param request `typed`: state paths of the applicant's drafts
 */
export function enterFlow(
  flow: CompiledVariant,
  state: ApplicationState,
  request: ScreenRequest & { readonly typed?: readonly string[] },
): EntryResult {
  const entry = readEntry(flow, state, request);
  const cleaned = Object.keys(entry.rest).length < Object.keys(request.query).length;
  if (!cleaned) return { kind: "entered", entry, cleaned };
  const resolution = resolveScreen(flow, state, request);
  return resolution.kind === "leave" && resolution.to === "external"
    ? { kind: "away", leave: resolution }
    : { kind: "entered", entry, cleaned };
}

import type { ApplicationState } from "./state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { Resolution } from "./resolution.ts";
import { resolveScreen, type ScreenRequest } from "./resolve-screen.ts";
import { readEntry, type Entry } from "./read-entry.ts";

/** The meaning of an address on arrival, before any page is resolved. */
export type EntryResult =
  | { readonly kind: "away"; readonly leave: Extract<Resolution, { kind: "leave" }> }
  /** `cleaned`: something stood in the address that does not stay there, kept or not. */
  | { readonly kind: "entered"; readonly entry: Entry; readonly cleaned: boolean };

/**
 * Reads the address of an arrival.
 *
 * Whom the flow sends off the site is not let in first: what sends them away may stand in a parameter that would be
 * kept. What belongs to no page leaves the address even when it is dropped, since it may be personal all the same.
 *
 * @param request `typed`: state paths that the applicant has typed at and not sent yet
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

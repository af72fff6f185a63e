import { replaceIds } from "../rules/state-path.ts";
import { fieldPlace } from "../language/field-place.ts";
import type { CompiledVariant } from "./compiled-variant.ts";

/**
 * Finds the personal or secret values at a place of a variant's state, around it or inside it: by
 * the state schema's `x-pii`, and by that of form fields bound to it.
 */
export function privatePlaces(flow: CompiledVariant): (place: string) => string | undefined {
  const places = [...new Set([...flow.pii.map(({ path }) => path), ...boundPlaces(flow)])].map(
    (path) => ({ path, segments: path.split(".") }),
  );
  return (place) => {
    const wanted = place.split(".").map(placeholderOf);
    return places.find(({ segments }) =>
      segments.slice(0, wanted.length).every((segment, index) => fits(segment, wanted[index])),
    )?.path;
  };
}

/** Whether a segment matches another one, which may be unknown. */
function fits(segment: string, wanted: string | undefined): boolean {
  return wanted === undefined || segment === wanted || segment === "*" || wanted === "*";
}

/** Replaces the index or id of a list's element by `*`. */
function placeholderOf(segment: string): string {
  return /^(?:\d+|\[.*\])$/.test(segment) ? "*" : segment;
}

function boundPlaces(flow: CompiledVariant): readonly string[] {
  return [...flow.screens.values()].flatMap(({ definition: { form: name, binds } }) => {
    const form = flow.forms.get(name ?? "");
    return (form?.pii ?? []).flatMap(({ path }) => {
      const [field = "", ...rest] = path.split(".");
      const schema = form?.compiled.fields[field];
      const place = fieldPlace(field, schema, binds);
      return place === undefined ? [] : [[replaceIds(place, "*"), ...rest].join(".")];
    });
  });
}

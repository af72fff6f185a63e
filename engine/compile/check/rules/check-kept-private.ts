import { fieldPlace } from "../../../language/field-place.ts";
import type { CompiledVariant, PiiPath } from "../../compiled-variant.ts";
import type { CheckContext } from "../run/check-context.ts";
import { privateKind, withStars } from "../values/place-privacy.ts";
import { setPlaces, setPlacesOfCalls, writtenParts } from "./set-places.ts";

/**
 * Reports private values that the state would keep without encryption:
 *
 * - an answer to a field with `x-pii`, at a place without it;
 * - a private value that a `set`, also one of a call, copies to such a place;
 * - a sensitive value at a place that says `personal`.
 */
export function checkKeptPrivate({ flow, tree, names, reporter }: CheckContext): void {
  for (const { pointer, name, place, kind } of privateAnswers(flow))
    if (place !== undefined && isLessPrivate(privateKind(flow, place), kind))
      reporter.at(pointer, {
        code: "FLOW-FIELD-PII",
        message: `What "${name}" asks is ${kind}, and "${place}" in the state does not say so: ${consequenceOf(privateKind(flow, place), "the answer")}`,
        suggestion: `x-pii: ${kind} at ${place} in schemas/${flow.definition.flow}/state.yaml`,
      });
  const kindOf = readKinds(flow);
  for (const { pointer, place: written, value } of [...setPlaces(tree), ...setPlacesOfCalls(tree)])
    for (const part of writtenParts(written, value, names)) {
      if (part.gives !== "read" && part.gives !== "holds") continue;
      const { place, path } = part;
      for (const { read, into } of [{ read: path, into: place }, ...within(path, place)]) {
        const [own, kind] = [privateKind(flow, withStars(into)), kindOf(read)];
        if (kind !== undefined && isLessPrivate(own, kind))
          reporter.at(pointer + part.pointer, {
            code: "FLOW-SET-PRIVATE",
            message: `"${read}" is ${kind}, and "${into}", which it is copied to, does not say so: ${consequenceOf(own, "the copy")}`,
            suggestion: `x-pii: ${kind} at ${into} in schemas/${flow.definition.flow}/state.yaml`,
          });
      }
    }

  /** The private parts of a place that is copied as a whole, and where they come to lie. */
  function within(read: string, place: string): readonly { read: string; into: string }[] {
    const whole = withStars(read);
    return flow.pii.flatMap(({ path }) =>
      path.startsWith(`${whole}.`) ? [{ read: path, into: place + path.slice(whole.length) }] : [],
    );
  }
}

/** Whether a place says less than a value needs: nothing, or that staff may see it. */
function isLessPrivate(place: PiiPath["kind"] | undefined, value: PiiPath["kind"]): boolean {
  return place === undefined || (place === "personal" && value === "sensitive");
}

/** What would become of a value at a place that says less than it needs. */
function consequenceOf(place: PiiPath["kind"] | undefined, what: string): string {
  return place === undefined
    ? `${what} would be stored without encryption`
    : `agents and staff would see ${what}`;
}

/** An answer that its form calls private. */
interface PrivateAnswer extends Pick<PiiPath, "kind"> {
  /** Pointer to the field. */
  readonly pointer: string;
  /** The field, or a part of it. */
  readonly name: string;
  /** Its place in the state, with `*` for entries of lists; undefined where it is not kept. */
  readonly place: string | undefined;
}

function privateAnswers(flow: CompiledVariant): readonly PrivateAnswer[] {
  return [...flow.screens.values()].flatMap(({ definition: { form: id, binds } }) => {
    const form = id === undefined ? undefined : flow.forms.get(id);
    return (form?.pii ?? []).map(({ path, kind }): PrivateAnswer => {
      const [field = "", ...rest] = path.split(".");
      const schema = form?.compiled.fields[field];
      const bound = fieldPlace(field, schema, binds);
      const place = bound === undefined ? undefined : [withStars(bound), ...rest].join(".");
      return { pointer: `/forms/${id ?? ""}/properties/${field}`, name: path, place, kind };
    });
  });
}

/**
 * Tells how private a value is that a rule reads: a place of the state, or an answer that every
 * form with a field of its name calls private.
 */
function readKinds(flow: CompiledVariant): (read: string) => PiiPath["kind"] | undefined {
  const kinds = new Map<string, PiiPath["kind"] | undefined>();
  for (const form of flow.forms.values())
    for (const name of Object.keys(form.compiled.fields)) {
      const kind = form.pii.find(({ path }) => path === name)?.kind;
      kinds.set(name, kinds.has(name) && kinds.get(name) !== kind ? undefined : kind);
    }
  return (read) => {
    const [root, name = "", ...rest] = read.split(".");
    if (root === "form") return rest.length === 0 ? kinds.get(name) : undefined;
    return privateKind(flow, withStars(read));
  };
}

import { fieldPlace } from "../../../language/field-place.ts";
import { asObject, isObject, type JsonObject } from "../../../language/json.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { CheckContext } from "../run/check-context.ts";
import { ProvingRules, readsSaid } from "./proving-rule.ts";
import { tablesAfter } from "../screens/screen-links.ts";
import { setPlaces, writtenParts } from "./set-places.ts";
import { withStars } from "../values/place-privacy.ts";

/**
 * Reports places with `x-proved` that can be written without an answer: by a field of a form, by a
 * parameter of an address, or by a `set` that no success of a call, event of a provider or use of a
 * mailed link leads to. Its row has to ask for the outcome, or for a part of the answer. A visitor
 * of any role could prove it to themselves there. A `set` may always remove a proof (null, false).
 */
export function checkProved({ flow, tree, reporter }: CheckContext): void {
  const proved = provedPlaces(asObject(tree["state"]));
  if (proved.length === 0) return;
  const report = (pointer: string, place: string, what: string) =>
    reporter.at(pointer, {
      code: "FLOW-STATE-PROVED",
      message: `"${place}" is proved by an answer, and ${what}: whoever does this proves it without one`,
      suggestion:
        "set it in the call, or in a row that asks for the outcome: match: { outcome: success }",
    });
  for (const { pointer, name, place } of answers(flow))
    if (proved.includes(place)) report(pointer, place, `the field "${name}" asks for it`);
  for (const [name, { into, instead = [] }] of Object.entries(
    flow.definition.entryParameters ?? {},
  ))
    for (const each of [into, ...instead.map((other) => other.into)])
      if (each !== undefined && proved.includes(withStars(each)))
        report(`/flow/entryParameters/${name}`, each, `the parameter "${name}" brings it`);
  const rules = new ProvingRules(flow);
  const ofLinks = new Set(
    [...flow.mailedLinks.values()].flatMap(({ definition: { then } }) => [
      ...tablesAfter(flow, then),
    ]),
  );
  for (const { pointer, place: written, value: whole, row, table } of setPlaces(tree))
    for (const [place, value] of writtenParts(written, whole)) {
      if (!proved.includes(withStars(place)) || value === null || value === false) continue;
      if (isObject(value) && (readsSaid(value) || rules.proves(value))) continue;
      if (rules.proves(row["when"] ?? null)) continue;
      if (table !== undefined && ofLinks.has(table)) continue;
      report(pointer, place, "nothing has answered where this is set");
    }
}

/** Places with `x-proved`; `*` stands for every element of a list. */
function provedPlaces(schema: JsonObject, path: readonly string[] = []): readonly string[] {
  if (schema["x-proved"] !== undefined) return [path.join(".")];
  return [
    ...Object.entries(asObject(schema["properties"])).flatMap(([name, inner]) =>
      provedPlaces(asObject(inner), [...path, name]),
    ),
    ...(isObject(schema["items"]) ? provedPlaces(schema["items"], [...path, "*"]) : []),
  ];
}

/** The fields of all forms, with the places that their answers go to. */
function answers(flow: CompiledVariant) {
  return [...flow.screens.values()].flatMap(({ definition: { form: id = "", binds } }) =>
    Object.entries(flow.forms.get(id)?.compiled.fields ?? {}).flatMap(([name, field]) => {
      const place = field["x-transient"] === true ? undefined : fieldPlace(name, field, binds);
      const pointer = `/forms/${id}/properties/${name}`;
      return place === undefined ? [] : [{ pointer, name, place: withStars(place) }];
    }),
  );
}

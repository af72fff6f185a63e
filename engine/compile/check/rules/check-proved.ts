import { savedFields } from "../../saved-fields.ts";
import { asObject, isObject, type JsonObject } from "../../../language/json.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { CheckContext } from "../run/check-context.ts";
import { ProvingRules, readsSaid } from "./proving-rule.ts";
import { tablesAfter } from "../screens/screen-links.ts";
import { liesIn } from "../../../rules/state-path.ts";
import { isMadeOfParts } from "../values/given-parts.ts";
import { RowsBefore } from "./rows-before.ts";
import { setPlaces, writtenParts } from "./set-places.ts";
import { withStars } from "../values/place-privacy.ts";

/**
 * Reports places with `x-proved` that a visitor of any role can write without an answer:
 *
 * - by a field of a form, or a parameter of an address
 * - by a `set` that no success of a call, event of a provider or use of a mailed link leads to; its
 *   row, or one that leads to it, has to ask for the outcome or for a part of the answer
 *
 * A `set` may always remove a proof (null, false).
 */
export function checkProved({ flow, tree, names, reporter }: CheckContext): void {
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
  const before = new RowsBefore(tree);
  const asks = (row: JsonObject): boolean => rules.proves(row["when"] ?? null);
  const ofLinks = new Set(
    [...flow.mailedLinks.values()].flatMap(({ definition: { then } }) => [
      ...tablesAfter(flow, then),
    ]),
  );
  for (const { pointer, place: written, value, row, table } of setPlaces(tree)) {
    if (asks(row)) continue;
    if (table !== undefined && (ofLinks.has(table) || before.every(table, asks))) continue;
    for (const part of writtenParts(written, value, names)) {
      if (part.tests.some((test) => rules.proves(test))) continue;
      const unproved = placesGiven(part, proved).find(
        (each) => !isProof(each, { part, proved, rules }),
      );
      if (unproved !== undefined)
        report(pointer + part.pointer, unproved, "nothing has answered where this is set");
    }
  }
}

type WrittenPart = ReturnType<typeof writtenParts>[number];

/** The proved places that a part of a written value may fill: its own, or those inside of it. */
function placesGiven({ gives, place }: WrittenPart, proved: readonly string[]): readonly string[] {
  const own = withStars(place);
  if (proved.some((each) => liesIn(own, each))) return [place];
  // Of what a rule makes with members, these are parts of their own.
  return gives === "read" ? proved.filter((each) => liesIn(each, own)) : [];
}

/** Whether a part of a written value says nothing, or what an answer has proved. */
function isProof(
  place: string,
  {
    part,
    proved,
    rules,
  }: {
    readonly part: WrittenPart;
    readonly proved: readonly string[];
    readonly rules: ProvingRules;
  },
): boolean {
  switch (part.gives) {
    case "constant":
      return part.value === null || part.value === false;
    case "holds":
      return readsSaid({ var: part.path });
    case "made":
      return isMadeOfParts(part.rule) || readsSaid(part.rule) || rules.proves(part.rule);
    case "read": {
      const read = withStars(part.path) + withStars(place).slice(withStars(part.place).length);
      return readsSaid({ var: read }) || proved.some((each) => liesIn(read, each));
    }
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
  return [...flow.screens.values()].flatMap((screen) =>
    savedFields(flow, screen).map(({ name, place }) => ({
      pointer: `/forms/${screen.definition.form ?? ""}/properties/${name}`,
      name,
      place: withStars(place),
    })),
  );
}

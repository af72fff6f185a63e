import { expect, it } from "vitest";
import type { ScreenView } from "../../engine/render/view.ts";
import { ValidatorModules } from "../../server/application/page/validator-module.ts";
import { renderFirst, shownScreensOf, type ShownScreen } from "../browser/sweep/shown-screens.ts";
import { shippedLibrary } from "../definitions.ts";

/*
 * WCAG 3.3.7: a thing of a person that was answered stands in the field that asks for it again, or
 * a box of the form takes it over.
 */

const library = await shippedLibrary();
const validators = new ValidatorModules();

/** Questions that look like another one and are not, by screen and field. */
const OTHERS: Readonly<Record<string, string>> = {
  "business/dba": "the trading name need not be the legal name",
  "business/legalName": "the legal name need not be the trading name",
  "address/territory": "a business need not be registered in the state that it works in",
  "identity/phone": "a code goes to a mobile phone, which the line of a business need not be",
};

const viewOf = (shown: ShownScreen) => renderFirst(shown, library.words, validators);

/** The kinds of the fields of a form, by field, such as `given-name`. */
function kindsOf(view: ScreenView): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(view.form?.ui ?? {}).flatMap(([field, ui]) => {
      const options = (ui as { readonly "ui:options"?: { readonly autocomplete?: string } })[
        "ui:options"
      ];
      const kind = options?.autocomplete?.split(" ").at(-1) ?? "off";
      return kind === "off" || kind === "one-time-code" ? [] : [[field, kind] as const];
    }),
  );
}

/** Fields that a box of the form fills in with known answers. */
function takenOver({ flow, context, screen }: ShownScreen): ReadonlySet<string> {
  const variant = flow.variant(context.variant);
  const form = variant.forms.get(variant.screens.get(screen)?.definition.form ?? "");
  return new Set([...(form?.same.values() ?? [])].flatMap((fields) => [...fields.keys()]));
}

it("no screen of a journey asks for what an earlier one was told, but for other things of the same kind", () => {
  const again = new Set<string>();
  for (const flow of library.flows.values()) {
    const told = new Map<string, Map<string, string>>();
    for (const shown of shownScreensOf(flow)) {
      const { fixture } = shown.fixture;
      const kinds = told.get(fixture) ?? new Map<string, string>();
      told.set(fixture, kinds);
      const view = viewOf(shown);
      if (view === undefined) continue;
      const offered = takenOver(shown);
      for (const [field, kind] of kindsOf(view)) {
        const place = `${view.screen}/${field}`;
        const before = kinds.get(kind);
        if ((view.data[field] ?? "") !== "") kinds.set(kind, place);
        else if (before !== undefined && before !== place && !offered.has(field)) again.add(place);
      }
    }
  }
  expect([...again].toSorted()).toEqual(Object.keys(OTHERS).toSorted());
});

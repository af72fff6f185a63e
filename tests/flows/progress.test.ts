import { expect, it } from "vitest";
import type { ScreenView } from "../../engine/render/view.ts";
import { ValidatorModules } from "../../server/application/page/validator-module.ts";
import { renderFirst, shownScreensOf, type ShownScreen } from "../browser/sweep/shown-screens.ts";
import { shippedLibrary } from "../definitions.ts";

/*
 * "Step 2 of 6" only rises along a journey, whichever branch it takes. It falls where a person goes
 * back: opens an address, such as a link to change an answer, or presses Back.
 */

const library = await shippedLibrary();
const validators = new ValidatorModules();

/** Steps on which the flow itself leads back to a question, with the reason. */
const LED_BACK: Readonly<Record<string, string>> = {
  "begins-anew#7": "the reader begins a new application in place of the one before",
  "guided-business-in-parts#19": "the platform refuses the EIN, and its part asks for it again",
  "old-flow-on-one-page#19":
    "the platform refuses the EIN, and the business page asks for it again",
  "quebec-cannot-be-walked-round#3": "the category is not open to Quebec, which the address names",
};

const viewOf = (shown: ShownScreen) => renderFirst(shown, library.words, validators);

/** Whether a person went back by the step that led here. */
function goesBack({ fixture, step }: ShownScreen, before: ScreenView): boolean {
  const taken = fixture.steps[step - 1];
  if (taken === undefined || "open" in taken) return true;
  return before.actions.some(({ id, style }) => id === taken.act && style === "back");
}

it("progress rises along every journey of the shipped flows until its person goes back", () => {
  const falls: string[] = [];
  let risen = 0;
  for (const flow of library.flows.values()) {
    let before: ScreenView | undefined;
    let journey: string | undefined;
    for (const shown of shownScreensOf(flow)) {
      if (shown.fixture.fixture !== journey) before = undefined;
      journey = shown.fixture.fixture;
      const view = viewOf(shown);
      if (view?.progress === undefined) continue;
      if (before?.progress !== undefined && !goesBack(shown, before)) {
        if (view.progress.step > before.progress.step) risen++;
        if (view.progress.step < before.progress.step) falls.push(`${journey}#${shown.step}`);
      }
      before = view;
    }
  }
  expect(falls).toEqual(Object.keys(LED_BACK));
  expect(risen).toBeGreaterThan(90);
});

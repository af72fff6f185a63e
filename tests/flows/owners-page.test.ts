import { expect, it } from "vitest";
import { shippedLibrary } from "../definitions.ts";
import { renderFirst, shownScreensOf } from "../browser/sweep/shown-screens.ts";
import { ValidatorModules } from "../../server/application/page/validator-module.ts";

it("owners has one notice at a time, and says in a sentence what else holds", async () => {
  const library = await shippedLibrary();
  const flow = library.flows.get("merchant-signup");
  const shown = flow === undefined ? [] : shownScreensOf(flow);
  const validators = new ValidatorModules();
  const views = shown
    .filter(({ screen }) => screen === "owners")
    .flatMap((each) => renderFirst(each, (locale) => library.words(locale), validators) ?? []);
  const notices = views.map(({ blocks }) =>
    blocks.flatMap(({ id, kind }) => (kind === "notice" ? id : [])),
  );
  expect(Math.max(...notices.map(({ length }) => length))).toBe(1);
  const unsent = views.find(({ blocks }) => blocks.some(({ id }) => id === "unsent"));
  expect(unsent?.blocks.find(({ id }) => id === "approved-already")).toMatchObject({
    kind: "text",
    text: expect.stringMatching(/^You can take payments now/),
  });
});

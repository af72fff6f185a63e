import { expect, it } from "vitest";
import { shippedLibrary } from "../definitions.ts";
import { renderFirst, shownScreensOf } from "../browser/sweep/shown-screens.ts";
import { ValidatorModules } from "../../server/application/page/validator-module.ts";

it("order-card lists what the card is to pay, with the first payment as its total", async () => {
  const library = await shippedLibrary();
  const flow = library.flows.get("merchant-signup");
  const shown =
    flow &&
    shownScreensOf(flow).find(
      ({ screen, fixture }) => screen === "order-card" && fixture.fixture === "order-paid-by-card",
    );
  if (shown === undefined) throw new Error("no fixture shows the page of the card");
  const view = renderFirst(shown, (locale) => library.words(locale), new ValidatorModules());
  const table = view?.blocks.find(({ id }) => id === "ordered");
  if (table?.kind !== "table") throw new Error("the page has no table of the order");
  expect(table.place).toBe("beside");
  expect(table.rows.map(({ label }) => label)).toEqual([
    "2 × Terminal N950",
    "Shipping",
    "First payment",
  ]);
  expect(table.rows.find(({ total }) => total)?.label).toBe("First payment");
});

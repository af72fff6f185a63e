import { describe, expect, it } from "vitest";
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "../../../engine/language/json.ts";
import { imageOrigin, imageUrl } from "../../../engine/render/image-url.ts";
import { renderScreen } from "../../../engine/render/render-screen.ts";
import { resolveScreen } from "../../../engine/transition/resolve-screen.ts";
import { PROJECT, shippedLibrary } from "../../definitions.ts";

const library = await shippedLibrary();
const flow = library.flows.get("merchant-signup");
const variant = { portal: "terminal", market: "US", environment: "LOCAL" };
const context = {
  now: "2026-03-01T10:00:00Z",
  variant,
  locale: "en-US",
  signedIn: true,
  uuids: [],
};

/** The order page as it is drawn for a card of a brand. */
function order(brand: string, config: JsonObject = {}) {
  if (flow === undefined) throw new Error("there is no such flow");
  const compiled = flow.variantWith(variant, config);
  const state = {
    application: { id: "urn:app:cedar", submitted: true },
    order: { loaded: true, type: "RENT", paymentMethod: "CARD" },
    card: { id: "c-1", brand, last4: "4242" },
  };
  const path = "/urn:app:cedar/order";
  const resolution = resolveScreen(compiled, state, { path, query: {}, context });
  if (resolution.kind === "leave") throw new Error("left");
  const view = renderScreen(compiled, state, resolution, {
    context,
    query: {},
    revision: 1,
    version: "v",
    words: {},
    validatorUrl: () => "/v",
  });
  const total = view.blocks.find(({ id }) => id === "total");
  return {
    view,
    card:
      total?.kind === "facts" ? total.items.find(({ value }) => value.includes("4242")) : undefined,
  };
}

describe("the picture of a fact", () => {
  it.each(["AMEX", "DINERS", "DISCOVER", "JCB", "MASTERCARD", "UNIONPAY", "VISA"])(
    "is there for a card of %s, and lies in the flow's own folder",
    async (brand) => {
      const { card } = order(brand);
      expect(card?.picture).toBe(`/brand/merchant-signup/cards/${brand.toLowerCase()}.svg`);
      await access(
        join(PROJECT, "content/merchant-signup/brand/cards", `${brand.toLowerCase()}.svg`),
      );
    },
  );

  it("is omitted for a brand that has none, whose name is shown", () => {
    expect(order("Elsewhere").card).toEqual({ label: "Card", value: "Elsewhere •••• 4242" });
  });

  it("comes from the configured origin, and so does the logo", () => {
    const { card, view } = order("Visa", { imageOrigin: "https://static.example" });
    expect(card?.picture).toBe("https://static.example/brand/merchant-signup/cards/visa.svg");
    expect(view.brand.logo).toMatch(/^https:\/\/static\.example\/brand\/merchant-signup\//);
  });
});

describe("imageUrl()", () => {
  it("takes paths of this site only", () => {
    for (const path of [
      "https://elsewhere.example/x.svg",
      "//elsewhere.example/x.svg",
      "/\\elsewhere.example",
      "x.svg",
      "",
    ])
      expect(imageUrl(path, {})).toBeUndefined();
    expect(imageUrl("/brand/x.svg", {})).toBe("/brand/x.svg");
  });

  it("knows no origin that is more or less than one", () => {
    for (const origin of [
      "static.example",
      "https://static.example/x",
      "https://a.example https://b.example",
      "*",
      7,
      null,
    ])
      expect(imageOrigin({ imageOrigin: origin })).toBeUndefined();
  });
});

describe("the card of a device", () => {
  const optionsOf = (name: string, config?: JsonObject) => {
    const ui = order("VISA", config).view.form?.ui[name] as JsonObject | undefined;
    return ui?.["ui:options"] as JsonObject | undefined;
  };

  it.each(["n910", "n950", "poyntC", "sunmiT2S1", "sunmiT2S2"])(
    "shows a picture of %s that lies in the flow's own folder",
    async (name) => {
      const picture = String(optionsOf(name)?.["picture"]);
      expect(picture).toMatch(/^\/brand\/merchant-signup\/devices\/[\w-]+\.svg$/);
      await access(
        join(PROJECT, picture.replace("/brand/merchant-signup/", "content/merchant-signup/brand/")),
      );
    },
  );

  it("lists a price for each way to get it that is on offer", () => {
    expect(optionsOf("n950")?.["price"]).toEqual(["$34.95 a month"]);
    const both = { orderTypes: { rent: true, noDevice: true, buy: true } };
    expect(optionsOf("n950", both)?.["price"]).toEqual(["$34.95 a month", "$349.00 to buy"]);
  });

  it("has no price where none is known", () => {
    const unknown = { plans: { n950: { perUnit: 0 } } };
    expect(optionsOf("n950", unknown)?.["price"]).toBeUndefined();
  });
});

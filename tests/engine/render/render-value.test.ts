import { describe, expect, it } from "vitest";
import type { Json } from "../../../engine/language/json.ts";
import { maskSecret, renderValue, type ValueStyle } from "../../../engine/render/render-value.ts";
import { drawingOf } from "./drawing.ts";

describe("renderValue()", () => {
  it.each<[Json | undefined, ValueStyle, string, string]>([
    [1250, "money", "en-US", "$12.50"],
    [1250, "money", "fr-CA", "12,50 $ CA"],
    [12.5, "percent", "en-US", "12.5%"],
    ["2026-03-01", "date", "en-US", "March 1, 2026"],
    ["2026-03-01", "date", "fr-CA", "1 mars 2026"],
    ["no day", "date", "en-US", "no day"],
    [["a", "b", "c"], "list", "en-US", "a, b, and c"],
    [["a", "b"], "list", "fr-CA", "a et b"],
    ["none", "option", "en-US", "none"],
    [["drills", "ladders"], "option", "en-US", "drills and ladders"],
    [["a bus pass", "a car"], "option", "en-US", "a bus pass; a car"],
    [[" a ", "", 2], "text", "en-US", "a, 2"],
    [undefined, "money", "en-US", ""],
    [null, "list", "en-US", ""],
    ["", "option", "en-US", ""],
  ])("writes %j as %s in %s", (value, as, locale, written) => {
    expect(renderValue(value, { as }, drawingOf("start", {}, { locale })).replace(/\s/g, " ")).toBe(
      written,
    );
  });
});

it("renderValue() writes an instant as its day in the zone of the flow, and a day as it is", () => {
  const drawing = drawingOf("start", {}, { locale: "en-US" });
  const definition = { ...drawing.flow.definition, zone: "America/Toronto" };
  const inToronto = { ...drawing, flow: { ...drawing.flow, definition } };
  const written = (value: Json, to: typeof drawing) => renderValue(value, { as: "date" }, to);
  expect(written("2026-03-04T04:59:59Z", drawing)).toBe("March 4, 2026");
  expect(written("2026-03-04T04:59:59Z", inToronto)).toBe("March 3, 2026");
  expect(written("2026-03-04", inToronto)).toBe("March 4, 2026");
  expect(written("2026-99-04T04:59:59Z", inToronto)).toBe("2026-99-04T04:59:59Z");
});

describe("maskSecret()", () => {
  it.each([
    ["123456789", "last4", "•••• 6789"],
    [123456789, "last4", "•••• 6789"],
    ["1234", "last4", "••••"],
    ["123456789", "all", "••••"],
    [{ a: 1 }, "last4", "••••"],
  ] as const)("shows of %j by %s no more than %s", (value, mask, shown) => {
    expect(maskSecret(value, mask)).toBe(shown);
  });
});

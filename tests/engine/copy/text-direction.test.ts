import { expect, it } from "vitest";
import { textDirection } from "../../../engine/copy/text-direction.ts";

it.each([
  ["en-US", "ltr"],
  ["fr-CA", "ltr"],
  ["ar-EG", "rtl"],
  ["he-IL", "rtl"],
  ["ur-PK", "rtl"],
  ["uz-Arab-AF", "rtl"],
  ["ks-Deva", "ltr"],
] as const)("%s is written %s", (locale, direction) => {
  expect(textDirection(locale)).toBe(direction);
});

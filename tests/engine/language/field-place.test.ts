import { expect, it } from "vitest";
import { fieldPlace } from "../../../engine/language/field-place.ts";

it.each([
  ["below the screen's place", {}, "reader", "reader.name"],
  ["at the field's own place", { "x-bind": "mail.to" }, "reader", "mail.to"],
  ["below the part of the screen's place", { "x-part": "full" }, "reader", "reader.full"],
  ["nowhere without either", {}, undefined, undefined],
  ["nowhere where it is never saved", { "x-transient": true }, "reader", undefined],
  [
    "nowhere where it is never saved, although it names a place",
    { "x-transient": true, "x-bind": "mail.to" },
    undefined,
    undefined,
  ],
])("fieldPlace() lies %s", (_, field, binds, expected) => {
  expect(fieldPlace("name", field, binds)).toBe(expected);
});

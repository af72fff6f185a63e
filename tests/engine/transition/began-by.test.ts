import { expect, it } from "vitest";
import { beganBy } from "../../../engine/transition/began-by.ts";
import type { JournalInput } from "../../../engine/transition/input.ts";

const resultOf = (continuation: object) => ({ kind: "result", request: { continuation } });

it.each<[string, object, unknown]>([
  ["an action", { kind: "act" }, undefined],
  ["an address", { kind: "open" }, undefined],
  ["the result of an action's call", resultOf({}), undefined],
  ["an event", { kind: "webhook", heard: { provider: "persona" } }, ["webhook", "persona"]],
  ["the result of an event's call", resultOf({ heard: "persona" }), ["webhook", "persona"]],
  ["a timer", { kind: "timer", timer: "remind" }, ["timer", "remind"]],
  ["the result of a timer's call", resultOf({ timer: "remind" }), ["timer", "remind"]],
  ["a mailed link", { kind: "link", link: "go-on" }, ["link", "go-on"]],
  ["the result of a mailed link's call", resultOf({ link: "go-on" }), ["link", "go-on"]],
])("beganBy() tells what began the step of %s", (_, input, expected) => {
  const by = beganBy(input as JournalInput);
  expect(by === undefined ? undefined : [by.kind, by.name]).toEqual(expected);
});

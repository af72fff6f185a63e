import { describe, expect, it } from "vitest";
import type { ScreenView } from "../../../engine/render/view.ts";
import { keyFor, retryOf, pressSendsForm } from "../../../web/store/press.ts";

const press = { action: "submit", data: { name: "Ada" }, key: "first-key" };

describe("keyFor()", () => {
  it("repeats the key of the same press", () => {
    expect(keyFor(press, { action: "submit", data: { name: "Ada" } })).toBe("first-key");
  });

  it.each([
    ["another action", { action: "back", data: press.data }],
    ["other answers", { action: "submit", data: { name: "Bo" } }],
    ["another entry", { action: "submit", data: press.data, item: "2" }],
  ])("makes a new key for %s", (_, next) => {
    expect(keyFor(press, next)).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("retryOf()", () => {
  const busy = { kind: "failed", cause: "busy", retryAfterMs: 2000 } as const;

  it("counts the repetitions up to three", () => {
    expect(retryOf(press, busy)).toEqual({ ...press, retries: 1 });
    expect(retryOf({ ...press, retries: 2 }, busy)?.retries).toBe(3);
    expect(retryOf({ ...press, retries: 3 }, busy)).toBeUndefined();
  });

  it("leaves a long pause, a lost connection and a poll to the person", () => {
    expect(retryOf(press, { ...busy, retryAfterMs: 60_001 })).toBeUndefined();
    expect(retryOf(press, { ...busy, cause: "lost" })).toBeUndefined();
    expect(retryOf(undefined, busy)).toBeUndefined();
  });
});

it.each([
  ["submit", true],
  ["back", false],
  ["help", false],
  ["frame", true],
])("pressSendsForm() of %s is %s", (action, sends) => {
  const view = {
    actions: [
      { id: "submit", submitsForm: true, style: "primary" },
      { id: "back", submitsForm: true, style: "back", keeps: true },
      { id: "help", submitsForm: false, style: "link" },
    ],
  } as unknown as ScreenView;
  expect(pressSendsForm(view, { action })).toBe(sends);
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  rememberChoice,
  knownSuggestions,
  readChoice,
  suggestionsFor,
} from "../../../web/form/suggestions.ts";

const asked = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const signal = new AbortController().signal;
const place = { path: "/urn:app:1/category?a=1", locale: "en-US", field: "category" };
const bakery = [{ value: "5462", label: "Bakery" }];

beforeEach(() => {
  asked.mockReset();
  asked.mockImplementation(() => Promise.resolve(Response.json({ suggestions: bakery })));
  vi.stubGlobal("fetch", asked);
});
afterEach(() => vi.unstubAllGlobals());

describe("suggestionsFor()", () => {
  it("asks the page's own address, in which nothing of it stands, and remembers the answer for the same text", async () => {
    expect(knownSuggestions(place, "bakery")).toBeUndefined();
    expect(await suggestionsFor(place, "bakery", signal)).toEqual(bakery);
    expect(asked.mock.calls[0]?.[0]).toBe("/urn:app:1/category");
    expect(JSON.parse(String(asked.mock.calls[0]?.[1].body))).toEqual({
      action: "@suggest",
      data: { field: "category", text: "bakery" },
    });
    expect(knownSuggestions(place, "  Bakery ")).toEqual(bakery);
  });

  it("does not take an answer in one language for one in another", async () => {
    await suggestionsFor(place, "cakes", signal);
    expect(knownSuggestions(place, "cakes")).toEqual(bakery);
    expect(knownSuggestions({ ...place, locale: "fr-CA" }, "cakes")).toBeUndefined();
    expect(knownSuggestions({ ...place, field: "other" }, "cakes")).toBeUndefined();
  });

  it("does not remember that a request failed", async () => {
    asked.mockImplementation(() => Promise.resolve(new Response("", { status: 503 })));
    expect(await suggestionsFor(place, "florist", signal)).toEqual([]);
    expect(knownSuggestions(place, "florist")).toBeUndefined();
  });

  it("does not grow without end", async () => {
    await suggestionsFor(place, "first of many", signal);
    for (let typed = 0; typed < 250; typed++) await suggestionsFor(place, `text ${typed}`, signal);
    expect(knownSuggestions(place, "first of many")).toBeUndefined();
    expect(knownSuggestions(place, "text 249")).toEqual(bakery);
  });
});

describe("readChoice()", () => {
  it("returns the stored choice, and nothing where the browser stores nothing", () => {
    const storage = new Map<string, string>();
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
    });
    rememberChoice("category", { value: "7995", label: "Gambling or betting", tone: "warning" });
    expect(readChoice("category", "7995")).toEqual({
      label: "Gambling or betting",
      tone: "warning",
    });
    expect(readChoice("category", "5462")).toBeUndefined();
    vi.stubGlobal("sessionStorage", undefined);
    expect(() => rememberChoice("category", { value: "5462", label: "Bakery" })).not.toThrow();
    expect(readChoice("category", "7995")).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import { answerTexts } from "../../../engine/compile/answer-texts.ts";
import type { Json } from "../../../engine/language/json.ts";

const SHOPS = {
  type: "object",
  properties: {
    id: { type: ["string", "null"] },
    total: { type: "number" },
    code: { type: ["string", "integer"] },
    anything: {},
    shops: {
      type: "array",
      items: { type: "object", properties: { id: { type: "string" } } },
    },
    labels: { type: "array", items: { type: "string" } },
  },
} as const;

describe("answerTexts()", () => {
  const texts = answerTexts(SHOPS);
  const declared = (answer: Json) => texts?.declared(answer);
  const taken = (answer: Json) => texts?.textOnly(answer);

  it("takes a number as text where only text is declared", () => {
    const answer = { id: 7, total: 7, code: 7, anything: 7, shops: [{ id: 12 }], labels: [1, "b"] };
    const expected = { ...answer, id: "7", shops: [{ id: "12" }], labels: ["1", "b"] };
    expect(declared(answer)).toEqual(expected);
    expect(taken(answer)).toEqual(expected);
  });

  it("keeps a whole number that cannot be held exactly from becoming another id", () => {
    const answer = JSON.parse('{ "id": 90071992547409931 }') as Json;
    expect(declared(answer)).toEqual(answer);
    expect(taken(answer)).toEqual({ id: null });
  });

  it.each([[{ value: "a" }], [["a"]], [true]])("takes %j for no text of a member", (id) => {
    expect(declared({ id })).toEqual({ id });
    expect(taken({ id, shops: [{ id }] })).toEqual({ id: null, shops: [{ id: null }] });
  });

  it("keeps every element of a list of texts", () => {
    expect(taken({ labels: [{ value: "a" }, "b"] })).toEqual({ labels: [{ value: "a" }, "b"] });
  });

  it.each([
    [{ id: "a", shops: [{ id: "b" }] }],
    [{ id: null }],
    [{ shops: 7 }],
    [[{ id: 7 }]],
    ["text"],
    [null],
  ])("returns %j itself, where nothing changes", (answer) => {
    expect(taken(answer)).toBe(answer);
  });

  it("is undefined for a schema without texts", () => {
    expect(answerTexts({ type: "object", properties: { total: { type: "number" } } })).toBe(
      undefined,
    );
  });
});

import { describe, expect, it } from "vitest";
import type { FastifyRequest } from "fastify";
import { readForm, readSubmission } from "../../../../server/routes/screens/read-submission.ts";

describe("readForm()", () => {
  it("reads controls with a name that ends in [] as a list, an empty one too", () => {
    expect(
      readForm({ "crops[]": ["", "leaves", "roots"], "pests[]": "slugs", "months[]": "" }).data,
    ).toEqual({ crops: ["leaves", "roots"], pests: ["slugs"], months: [] });
  });

  it("has no field that replaces the prototype of its data", () => {
    const { data } = readForm(
      JSON.parse('{"__proto__": "x", "__proto__[]": ["a", "b"], "name": "Ada"}') as object,
    );
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
    expect(Object.entries(data)).toEqual([["name", "Ada"]]);
  });

  it("reads the last of any other controls that share a name", () => {
    expect(readForm({ name: ["a", "b"], empty: "" }).data).toEqual({ name: "b" });
  });
});

describe("readSubmission()", () => {
  const read = (body: object) => readSubmission({ headers: {}, body } as unknown as FastifyRequest);

  it("takes a revision that its column holds", () => {
    expect(read({ action: "submit", revision: 2 ** 31 - 1 }).revision).toBe(2 ** 31 - 1);
    expect(() => read({ action: "submit", revision: 2 ** 31 })).toThrow();
    expect(() => read({ action: "submit", revision: 1e15 })).toThrow();
  });

  it("takes so many members, at all levels", () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, ""]));
    expect(read({ action: "submit", data: many(2000) }).action).toBe("submit");
    expect(() => read({ action: "submit", data: many(2001) })).toThrow();
    expect(() => read({ action: "submit", data: { list: [many(1500), many(600)] } })).toThrow();
    expect(() => readForm(many(2001))).toThrow();
  });
});

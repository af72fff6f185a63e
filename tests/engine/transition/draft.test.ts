import { describe, expect, it } from "vitest";
import { applicableDraft, createDraft } from "../../../engine/transition/draft.ts";

describe("createDraft()", () => {
  it("keeps several choices that differ from those that stand there", () => {
    const over = { crops: ["roots"], name: null };
    expect(createDraft({ crops: ["roots", "leaves"] }, { crops: ["roots"] }, over)).toEqual({
      data: { crops: ["roots", "leaves"] },
      over: { crops: ["roots"] },
    });
  });

  it("keeps nothing of the same choices in any order, and of an empty list over none", () => {
    expect(
      createDraft({ crops: ["a", "b"] }, { crops: ["b", "a"] }, { crops: ["b", "a"] }),
    ).toBeUndefined();
    expect(createDraft({ crops: [] }, {}, { crops: null })).toBeUndefined();
  });
});

describe("applicableDraft()", () => {
  it("holds for choices as long as the state has the same ones", () => {
    const draft = { data: { crops: ["a"] }, over: { crops: ["b"] } };
    expect(applicableDraft(draft, { crops: ["b"] })).toEqual({ crops: ["a"] });
    expect(applicableDraft(draft, { crops: ["b", "c"] })).toEqual({});
  });
});

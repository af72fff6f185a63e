import { expect, it } from "vitest";
import { createDraft, applicableDraft } from "../../engine/transition/draft.ts";

const over = { name: "Ada", lives: null, proof: "", agreed: false };
const untouched = { name: "Ada", lives: "here" };

it("draftOf() has what differs from what stands there, and of the form's fields only", () => {
  expect(
    createDraft(
      { name: "Ada N", lives: "here", born: "1990", __proto__: { name: "x" } },
      untouched,
      over,
    ),
  ).toEqual({ data: { name: "Ada N" }, over: { name: "Ada" } });
  expect(createDraft({ name: "", lives: null }, untouched, over)).toEqual({
    data: { name: "", lives: null },
    over: { name: "Ada", lives: null },
  });
});

it("draftOf() is empty where nothing was typed: omitted, still blank or not ticked", () => {
  expect(createDraft({}, untouched, over)).toBeUndefined();
  expect(
    createDraft({ name: "Ada", lives: "here", proof: null, agreed: null }, untouched, over),
  ).toBeUndefined();
  expect(createDraft({ proof: "", agreed: false }, untouched, over)).toBeUndefined();
});

it("draftStanding() omits fields answered since, and fields that the form no longer has", () => {
  const draft = {
    data: { name: "Ada N", lives: null, born: "1990" },
    over: { name: "Ada", lives: "here", born: null },
  };
  expect(applicableDraft(draft, { name: "Ada", lives: "here" })).toEqual({
    name: "Ada N",
    lives: null,
  });
  expect(applicableDraft(draft, { name: "Bo", lives: "here", born: null })).toEqual({
    lives: null,
    born: "1990",
  });
});

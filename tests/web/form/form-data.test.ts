// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import type { FormView } from "../../../engine/render/view.ts";
import { readControls } from "../../../web/form/form-data.ts";

const view = {
  ui: {
    "ui:order": [],
    name: {},
    count: { "ui:options": { number: true } },
    size: { "ui:options": { number: true } },
    share: { "ui:options": { number: true, comma: " " } },
    agreed: {},
    news: { "ui:options": { begins: true } },
    absent: {},
    crops: { "ui:options": { multiple: true } },
  },
} as unknown as FormView;

function read(html: string) {
  document.body.innerHTML = `<form>${html}</form>`;
  const form = document.querySelector("form");
  if (form === null) throw new Error("there is no form");
  return readControls(form, view);
}

describe("readControls()", () => {
  it("reads text as text, ticks as true, and numbers as numbers where the field is one", () => {
    expect(
      read(
        '<input name="name" value="7"><input name="count" value=" 12 "><input type="checkbox" name="agreed" checked>',
      ),
    ).toEqual({ name: "7", count: 12, agreed: true });
  });

  it("reads decimals behind a comma where the language writes so", () => {
    expect(read('<input name="share" value="2,5"><input name="count" value="2,5">')).toEqual({
      share: 2.5,
      count: "2,5",
    });
  });

  it("tells of a box that began ticked and was cleared", () => {
    expect(
      read('<input type="checkbox" name="news"><input type="checkbox" name="agreed">'),
    ).toEqual({ news: false });
  });

  it("reads the chosen one of numbered choices as a number", () => {
    expect(
      read(
        '<input type="radio" name="size" value="1"><input type="radio" name="size" value="2" checked>',
      ),
    ).toEqual({ size: 2 });
  });

  it("reads boxes to tick as a list, and no list where none is ticked", () => {
    const box = (value: string, checked = "") =>
      `<input type="checkbox" name="crops[]" value="${value}" ${checked}>`;
    const empty = '<input type="hidden" name="crops[]" value="">';
    expect(read(`${empty}${box("a", "checked")}${box("b")}${box("c", "checked")}`)).toEqual({
      crops: ["a", "c"],
    });
    expect(read(`${empty}${box("a")}`)).toEqual({});
  });

  it("omits empty controls, and passes on text that is no number, for validation to report", () => {
    expect(
      read(
        '<input name="name" value=""><input name="count" value="a dozen"><input type="checkbox" name="agreed">',
      ),
    ).toEqual({ count: "a dozen" });
  });
});

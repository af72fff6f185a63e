// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { fillControls, firstEmpty } from "../../../web/form/fill-controls.ts";

function formOf(html: string): HTMLFormElement {
  document.body.innerHTML = `<form>${html}</form>`;
  const form = document.querySelector("form");
  if (form === null) throw new Error("there is no form");
  return form;
}
const valueOf = (form: HTMLFormElement, name: string) =>
  (form.elements.namedItem(name) as HTMLInputElement).value;

describe("fillControls()", () => {
  it("fills the fields that exist, and names them", () => {
    const form = formOf('<input name="city"><input name="zip">');
    expect(fillControls(form, { city: "Chicago", country: "US" }, {})).toEqual(["city"]);
    expect(valueOf(form, "city")).toBe("Chicago");
  });

  it("fills a select only with one of its options", () => {
    const form = formOf(
      '<select name="state"><option value=""></option><option value="IL"></option></select>',
    );
    expect(fillControls(form, { state: "ON" }, {})).toEqual([]);
    expect(fillControls(form, { state: "IL" }, {})).toEqual(["state"]);
  });

  it("empties fields that an earlier choice filled, and keeps text that a person typed over it", () => {
    const form = formOf('<input name="city" value="Chicago"><input name="zip" value="60615">');
    expect(fillControls(form, {}, { city: "Chicago", zip: "60614" })).toEqual([]);
    expect([valueOf(form, "city"), valueOf(form, "zip")]).toEqual(["", "60615"]);
  });
});

it("firstEmpty() passes over filled and hidden fields", () => {
  const form = formOf('<input name="a" value="1"><input name="b" type="hidden"><input name="c">');
  expect(firstEmpty(form, ["a", "b", "c"])?.name).toBe("c");
  expect(firstEmpty(form, ["a", "b"])).toBeUndefined();
});

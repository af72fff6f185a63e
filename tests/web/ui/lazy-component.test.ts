import { isValidElement } from "react";
import { expect, it } from "vitest";
import { lazyComponent } from "../../../web/ui/lazy-component.ts";

it("lazyComponent() draws nothing until its code is loaded, and loads it once", async () => {
  let loads = 0;
  const Words = ({ text }: { readonly text: string }) => text;
  const late = lazyComponent<{ readonly text: string }>(async () => {
    loads++;
    return Words;
  });
  expect(late.draw({ text: "yes" })).toBeNull();
  await late.load();
  await late.load();
  expect(loads).toBe(1);
  expect(late.component()).toBe(Words);
  expect(isValidElement(late.draw({ text: "yes" }))).toBe(true);
});

it("lazyComponent() takes a component that is loaded already", async () => {
  const late = lazyComponent<object>(async () => {
    throw new Error("must not be loaded");
  });
  const Part = () => null;
  late.provide(Part);
  await late.load();
  expect(late.component()).toBe(Part);
});

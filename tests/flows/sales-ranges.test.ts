import { describe, expect, it } from "vitest";
import { shippedLibrary } from "../definitions.ts";

/** C-14: one reading of the documents knows a range up to 10,000,000 in the US. */
describe("the ranges of yearly sales", async () => {
  const flow = (await shippedLibrary()).flows.get("merchant-signup");
  const choices = (market: string, config: { splitLargestSales?: boolean }) => {
    const variant = flow?.variants.find(
      (each) => each.market === market && each.reseller === undefined,
    );
    if (flow === undefined || variant === undefined)
      throw new Error(`There is no sign-up in ${market}`);
    return flow.variantWith(variant, config, {}).forms.get("business")?.compiled.fields["gpv"]
      ?.enum;
  };

  it("are the document's by default", () => {
    expect(choices("US", {})).toEqual([
      "",
      "just-starting",
      "under-25000",
      "25001-100000",
      "100001-1000000",
      "over-1000000",
    ]);
    expect(choices("CA", {})).toEqual([
      "",
      "just-starting",
      "under-50000",
      "50001-125000",
      "125001-1000000",
      "over-1000000",
    ]);
  });

  it("end with two in the US where the configuration splits the largest", () => {
    expect(choices("US", { splitLargestSales: true })).toEqual([
      "",
      "just-starting",
      "under-25000",
      "25001-100000",
      "100001-1000000",
      "1000001-10000000",
      "over-10000000",
    ]);
  });
});

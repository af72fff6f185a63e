import { describe, expect, it } from "vitest";
import { missingPictures } from "../../../server/definitions/missing-pictures.ts";
import { PROJECT, shippedSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const shipped = await shippedSources;
const THEME = "flows/library-card/theme.yaml";

describe("missingPictures()", () => {
  it("finds every picture of the shipped flows in its folder", async () => {
    for (const flow of ["library-card", "merchant-signup"])
      expect(await missingPictures(shipped, flow, PROJECT)).toEqual([]);
  });

  it("warns of a logo without a file, with its place", async () => {
    const text = mustReplace(shipped.get(THEME) ?? "", "library.svg", "lbrary.svg");
    const found = await missingPictures(new Map(shipped).set(THEME, text), "library-card", PROJECT);
    expect(found).toEqual([
      expect.objectContaining({
        code: "FLOW-PICTURE-MISSING",
        severity: "warning",
        message:
          "There is no file content/library-card/brand/lbrary.svg: pages show a gap in the place of /brand/library-card/lbrary.svg",
        file: THEME,
        line: text.split("\n").findIndex((line) => line.includes("lbrary.svg")) + 1,
      }),
    ]);
  });

  it("leaves addresses of others alone", async () => {
    const text = mustReplace(
      shipped.get(THEME) ?? "",
      "/brand/library-card/library.svg",
      "https://cdn.example/brand/library-card/none.svg",
    );
    expect(
      await missingPictures(new Map(shipped).set(THEME, text), "library-card", PROJECT),
    ).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import type { FileOptions } from "../../../../engine/language/file.ts";
import { examine } from "../../../../server/application/files/examine.ts";
import { picture } from "../../given-files.ts";

const OPTIONS: FileOptions = { kinds: ["png"], maxBytes: 5_000_000 };

describe("examine()", () => {
  it("leaves the place of its request to others meanwhile", async () => {
    const steps: string[] = [];
    const slot = { release: () => steps.push("release"), acquire: () => steps.push("acquire") };
    const given = { name: "a.png", bytes: await picture("png", 60, 60), cut: false };
    const examined = await examine(given, OPTIONS, { scope: { slot }, visitor: "ann" });
    expect(examined).toHaveProperty("file");
    expect(steps).toEqual(["release", "acquire"]);
  });

  it("takes so many files of a visitor at once, and those of others beside them", async () => {
    const given = { name: "a.png", bytes: await picture("png", 2000, 2000), cut: false };
    const of = async (visitor: string) =>
      examine(given, OPTIONS, { visitor }).then(
        () => "taken",
        (error: { readonly problem?: { readonly code: string } }) => error.problem?.code,
      );
    const [ann, bo] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, async () => of("ann"))),
      of("bo"),
    ]);
    expect(ann.toSorted()).toEqual(["busy", "busy", "taken", "taken", "taken", "taken"]);
    expect(bo).toBe("taken");
  });
});

import { describe, expect, it } from "vitest";
import { compileTheme } from "../../../../engine/compile/theme/compile-theme.ts";
import { contrastOf } from "../../../../engine/compile/theme/readable-shade.ts";

const look = { name: "Bluebird", colour: "#1a2b6b", radius: "4px" };

describe("compileTheme()", () => {
  it.each(["light", "dark"] as const)(
    "derives the shades and the buttons from an accent that the look names, when it is %s",
    (scheme) => {
      const colours = compileTheme({
        ...look,
        [scheme]: { accent: "#ffe14d", onAccent: "#1a2b6b" },
      })[scheme];
      expect([colours.button, colours.onButton]).toEqual(["#ffe14d", "#1a2b6b"]);
      for (const ground of [colours.accentHover, colours.accentActive, colours.buttonActive])
        expect(contrastOf(colours.onAccent, ground)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it("finds words that can be read on an accent whose look names none", () => {
    const { onAccent, accent } = compileTheme({ ...look, light: { accent: "#7fd4c8" } }).light;
    expect(contrastOf(onAccent, accent)).toBeGreaterThanOrEqual(4.5);
  });

  it("keeps each colour that a look names", () => {
    const light = { accent: "#333333", accentHover: "#111111", button: "#0b5d52" };
    expect(compileTheme({ ...look, light }).light).toMatchObject(light);
  });
});

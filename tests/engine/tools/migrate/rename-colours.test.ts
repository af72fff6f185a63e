import { expect, it } from "vitest";
import { nameBrandColour, renameColours } from "../../../../engine/tools/migrate/rename-colours.ts";

it("renameColours() renames the colours of a former theme all at once, by day and by night", () => {
  const text = `name: Cedar
light: { background: '#ffffff', surface: '#fafafa', accentText: '#ffffff' } # by day
dark:
  textMuted: '#aaaaaa'
  accentSubtle: '#222222'
`;
  const made = `name: Cedar
light: { surface: '#ffffff', raised: '#fafafa', onAccent: '#ffffff' } # by day
dark:
  muted: '#aaaaaa'
  tint: '#222222'
`;
  expect(renameColours(text)).toBe(made);
  expect(renameColours(made)).toBe(made);
});

it("renameColours() leaves names that are words today, where no former one stands beside them", () => {
  const text = "light: { surface: '#ffffff', accentText: '#0a5c36' }\nbackground: plain\n";
  expect(renameColours(text)).toBe(text);
});

it("nameBrandColour() takes the accent by day where a former theme has no colour", () => {
  expect(nameBrandColour("name: Cedar\nlight:\n  accent: '#0a5c36'\ndark: {}\n")).toBe(
    "name: Cedar\ncolour: '#0a5c36'\nlight:\n  accent: '#0a5c36'\ndark: {}\n",
  );
  expect(nameBrandColour("{ name: Cedar, light: { accent: '#0a5c36' } }\n")).toBe(
    "{ name: Cedar, colour: '#0a5c36', light: { accent: '#0a5c36' } }\n",
  );
});

it("nameBrandColour() leaves a theme that has a colour, or no accent", () => {
  for (const text of [
    "colour: '#8a2b4f'\nlight: { accent: '#0a5c36' }\n",
    "name: Cedar\nlight: { surface: '#ffffff' }\n",
    "name: Cedar\nlight: { accent: none }\n",
  ])
    expect(nameBrandColour(text)).toBe(text);
});

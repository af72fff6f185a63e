import { expect, it } from "vitest";
import { renameColours } from "../../../../engine/tools/migrate/rename-colours.ts";

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

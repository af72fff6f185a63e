import type { ThemeColours } from "./generated/theme.ts";

export type { CobrandDefinition, ThemeColours, ThemeDefinition } from "./generated/theme.ts";

/** Name of a color of a look. */
export type ThemeToken = keyof ThemeColours;

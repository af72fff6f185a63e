import type { ThemeColours } from "./generated/theme.ts";

export type { CobrandDefinition, ThemeColours, ThemeDefinition } from "./generated/theme.ts";

/** Name of a colour of a theme. */
export type ThemeToken = keyof ThemeColours;

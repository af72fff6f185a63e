import type { ThemeDefinition } from "./generated/theme.ts";

export type { CobrandDefinition, ThemeDefinition } from "./generated/theme.ts";

/** Name of a color of a look. */
export type ThemeToken = keyof ThemeDefinition["light"];

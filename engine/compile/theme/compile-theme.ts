import type { JsonObject } from "../../language/json.ts";
import { asObject } from "../../language/json.ts";
import type { ThemeDefinition, ThemeToken } from "../../language/theme.ts";
import { buttonsLike, palette, shadesOf, type Palette } from "./palette.ts";
import { isColour, readableShade } from "./readable-shade.ts";

/** A theme with every colour. */
export interface CompiledTheme extends Omit<ThemeDefinition, "light" | "dark"> {
  readonly light: Palette;
  readonly dark: Palette;
  readonly bodyFont: string;
  readonly headingFont: string;
}

/** Inter, and a fallback of the same widths until it is loaded. */
const INTER =
  "'Inter Variable', 'Inter Fallback', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** Replaces a missing brand colour, which the shape check reports. */
const NO_BRAND = "#3f4a5a";

/** The theme with its missing colours derived from the brand colour. */
export function compileTheme(theme: JsonObject): CompiledTheme {
  const definition = theme as unknown as ThemeDefinition;
  const derived = palette(isColour(definition.colour) ? definition.colour : NO_BRAND);
  return {
    ...definition,
    bodyFont: definition.bodyFont ?? INTER,
    headingFont: definition.headingFont ?? INTER,
    light: withNamed(derived.light, namedColours(theme["light"])),
    dark: withNamed(derived.dark, namedColours(theme["dark"])),
  };
}

/** Colours with those that the theme names; buttons and their shades follow a named accent. */
function withNamed(derived: Palette, named: Partial<Palette>): Palette {
  const { accent } = named;
  if (accent === undefined) return { ...derived, ...named };
  const onAccent =
    named.onAccent ?? readableShade(derived.onAccent, accent, 4.5) ?? derived.onAccent;
  const shades = shadesOf(accent, onAccent);
  const { hover: accentHover, active: accentActive } = shades;
  const following = { onAccent, accentHover, accentActive };
  return { ...derived, ...following, ...buttonsLike(accent, shades, onAccent), ...named };
}

function namedColours(colours: JsonObject[string] | undefined): Partial<Palette> {
  return Object.fromEntries(
    Object.entries(asObject(colours)).filter(([, colour]) => isColour(colour)),
  ) as Partial<Record<ThemeToken, string>>;
}

import { isMap, isScalar, parseDocument, visit, type YAMLMap } from "yaml";
import { isColour } from "../../compile/theme/readable-shade.ts";
import { applyEdits, spanOf, type TextEdit } from "./text-edits.ts";

/** Present names of a theme's colours, by the former ones; `accentText` had another meaning. */
const PRESENT: ReadonlyMap<string, string> = new Map([
  ["accentText", "onAccent"],
  ["accentSubtle", "tint"],
  ["textMuted", "muted"],
  ["background", "surface"],
  ["surface", "raised"],
]);

/** Names that only former themes have. */
const FORMER = ["accentSubtle", "textMuted", "background"];

/**
 * Renames the colours below `light` and `dark` of a theme or an overlay. A theme is known as a
 * former one by a name that is none any more: `surface` and `accentText` alone mean what they mean
 * today.
 */
export function renameColours(text: string): string {
  if (!FORMER.some((name) => text.includes(`${name}:`))) return text;
  const palettes: YAMLMap[] = [];
  visit(parseDocument(text, { uniqueKeys: false }), {
    Pair(_, { key, value }) {
      if (isScalar(key) && (key.value === "light" || key.value === "dark") && isMap(value))
        palettes.push(value);
    },
  });
  if (!palettes.some((palette) => FORMER.some((name) => palette.has(name)))) return text;
  const edits: TextEdit[] = palettes.flatMap(({ items }) =>
    items.flatMap(({ key }) => {
      const name = isScalar(key) ? PRESENT.get(String(key.value)) : undefined;
      return isScalar(key) && name !== undefined ? [{ ...spanOf(key, text), text: name }] : [];
    }),
  );
  return applyEdits(text, edits);
}

/**
 * Names the brand colour of a former theme: its accent by day. A theme with a `colour`, or without
 * an accent, stays as it is.
 */
export function nameBrandColour(text: string): string {
  const { contents } = parseDocument(text, { uniqueKeys: false });
  if (!isMap(contents) || contents.has("colour")) return text;
  const accent = contents.getIn(["light", "accent"]);
  const light = contents.items.find(({ key }) => isScalar(key) && key.value === "light");
  if (typeof accent !== "string" || !isColour(accent) || !isScalar(light?.key)) return text;
  const { start } = spanOf(light.key, text);
  const lead = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const end = contents.flow === true ? ", " : `\n${lead}`;
  return applyEdits(text, [{ start, end: start, text: `colour: '${accent}'${end}` }]);
}

import { LOCALE } from "../../../engine/language/locale.ts";
import { createHash } from "node:crypto";
import { isMap, isScalar, parseDocument, type Node, type Scalar } from "yaml";
import { asList, asObject } from "../../../engine/language/json.ts";
import type { Sources } from "../../../engine/language/sources.ts";
import { readYaml } from "../../../engine/source/read-yaml.ts";

/** One text of a flow in all its locales. */
export interface CopyRow {
  /** `content`, or the overlay that replaces the text: `overlays/partner/westlake.yaml`. */
  readonly place: string;
  /** `screens.reader.title` */
  readonly key: string;
  /** Hash of the texts at their export: an import of older ones is refused. */
  readonly state: string;
  /** Texts by locale; a locale that falls back has none. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The place of a text: its file, and the keys down to it. */
export interface CopyPlace {
  readonly path: string;
  readonly keys: readonly string[];
}

/** All texts of a flow, in the order of files and lines. */
export interface CopyRows {
  readonly locales: readonly string[];
  readonly rows: readonly CopyRow[];
  /** The place of a row's text in a locale, whether or not it is there. */
  placeOf(row: Pick<CopyRow, "place" | "key">, locale: string): CopyPlace | undefined;
}

/** One locale's text. */
interface FoundText {
  /** `content`, or the overlay. */
  readonly place: string;
  readonly key: string;
  readonly locale: string;
  readonly text: string;
  readonly at: CopyPlace;
}

/** The locales that flow.yaml offers, those of values of axes included. */
function offeredLocales(sources: Sources, flow: string): Set<string> {
  const path = `flows/${flow}/flow.yaml`;
  const front = asObject(readYaml(path, sources.get(path) ?? "").value);
  const ofValues = Object.values(asObject(front["axes"])).flatMap((axis) =>
    Object.values(asObject(asObject(axis)["values"])).map((value) => asObject(value)["locales"]),
  );
  return new Set(
    [front["locales"], ...ofValues].flatMap((list) =>
      asList(list).filter((each) => typeof each === "string"),
    ),
  );
}

/** Collects the texts of content/<flow> and of the flow's overlays. */
export function copyRows(sources: Sources, flow: string): CopyRows {
  const found = new Map<
    string,
    { place: string; key: string; texts: Map<string, string>; places: Map<string, CopyPlace> }
  >();
  const locales = offeredLocales(sources, flow);
  const add = ({ place, key, locale, text, at }: FoundText) => {
    locales.add(locale);
    const id = `${place} ${key}`;
    const row = found.get(id) ?? { place, key, texts: new Map(), places: new Map() };
    found.set(id, row);
    row.texts.set(locale, text);
    row.places.set(locale, at);
  };
  for (const path of [...sources.keys()].toSorted()) {
    const content = new RegExp(`^content/${flow}/([^/]+)/(.+)\\.ya?ml$`).exec(path);
    const overlay = new RegExp(`^flows/${flow}/(overlays/.+\\.ya?ml)$`).exec(path)?.[1];
    const locale = content?.[1] ?? "";
    if ((content === null || !LOCALE.test(locale)) && overlay === undefined) continue;
    const document = parseDocument(sources.get(path) ?? "");
    if (overlay === undefined) {
      const prefix = (content?.[2] ?? "").split("/");
      for (const { keys, text } of textsIn(document.contents, []))
        add({
          place: "content",
          key: [...prefix, ...keys].join("."),
          locale,
          text,
          at: { path, keys },
        });
    } else {
      for (const { keys, text } of textsIn(document.get("copy"), []))
        add({
          place: overlay,
          key: keys.slice(1).join("."),
          locale: keys[0] ?? "",
          text,
          at: { path, keys: ["copy", ...keys] },
        });
    }
  }
  const rows = [...found.values()].map(({ place, key, texts }): CopyRow => ({
    place,
    key,
    texts,
    state: stateOf(texts),
  }));
  return {
    locales: [...locales].toSorted(),
    rows,
    placeOf({ place, key }, locale) {
      const row = found.get(`${place} ${key}`);
      const own = row?.places.get(locale);
      const [first] = row?.places ?? [];
      if (own !== undefined || first === undefined) return own;
      // The same keys, in this locale's version of the file that has another locale's text.
      const [other, at] = first;
      return place === "content"
        ? { path: at.path.replace(`/${other}/`, `/${locale}/`), keys: at.keys }
        : { path: at.path, keys: ["copy", locale, ...at.keys.slice(2)] };
    },
  };
}

function stateOf(texts: ReadonlyMap<string, string>): string {
  return createHash("sha256")
    .update(JSON.stringify([...texts].toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest("hex")
    .slice(0, 8);
}

function textsIn(
  node: unknown,
  keys: readonly string[],
): readonly { readonly keys: readonly string[]; readonly text: string }[] {
  if (isScalar(node)) return typeof node.value === "string" ? [{ keys, text: node.value }] : [];
  if (!isMap<Scalar, Node>(node)) return [];
  return node.items.flatMap(({ key, value }) => textsIn(value, [...keys, String(key.value)]));
}

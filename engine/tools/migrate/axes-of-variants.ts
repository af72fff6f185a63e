import {
  Document,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type Node,
  type Pair,
  type YAMLMap,
} from "yaml";
import { applyEdits, replaceValue, spanOfPair, type TextEdit } from "./text-edits.ts";

/*
 * Rewrites the former words of flow.yaml as axes: `variants` with its portals, markets and fallback
 * locale, and `layers`. The result writes out the engine's former defaults: where a market is
 * chosen, and the resellers' path.
 */

/** A former axis, and where its values stood. */
const PORTAL = "portal";
const MARKET = "market";
const RESELLER = "reseller";
/** What rules read a reseller as. */
const RESELLER_ID = "referralUrlId";

/** What a migration of variants asks about the rest of a flow. */
export interface VariantUses {
  /** Whether overlays of a layer are there, or a rule reads it. */
  isUsed(name: string): boolean;
}

/** What became of the variants of a flow. */
export interface AxesOfVariants {
  readonly text: string;
  /** Former axes that the flow does without. */
  readonly dropped: readonly string[];
}

/**
 * Rewrites `variants` and `layers` of a flow.yaml as `axes`; undefined where it has no `variants`.
 */
export function migrateVariants(text: string, uses: VariantUses): AxesOfVariants | undefined {
  const document = parseDocument(text, { uniqueKeys: false });
  const { contents } = document;
  if (!isMap(contents) || document.errors.length > 0) return undefined;
  const variants = contents.get("variants");
  if (!isMap(variants)) return undefined;
  const layers = mapIn(contents, "layers");
  const portals = mapIn(variants, "portals");
  const markets = mapIn(variants, "markets");
  const locales = localesIn(variants, markets);
  const made = new Made(document);
  const hasPortals = portals.items.length > 1 || uses.isUsed(PORTAL);
  const hasMarkets = markets.items.length > 1 || uses.isUsed(MARKET);
  const hasResellers = layers.has(RESELLER) || uses.isUsed(RESELLER) || uses.isUsed(RESELLER_ID);
  if (hasPortals) made.axis(PORTAL, "The site that people come to", portalsOf(portals), layers);
  if (hasMarkets) {
    marketsOf(markets, document);
    made.axis(MARKET, "Where people are", markets, layers);
    if (markets.items.length > 1) made.chosen(MARKET);
  }
  if (hasResellers) made.reseller(layers);
  const pairs: Pair[] = [document.createPair("locales", flowList(document, locales)) as Pair];
  const only = markets.items[0]?.value;
  if (!hasMarkets && isMap(only)) pairs.push(document.createPair("facts", factsOf(only)) as Pair);
  if (made.axes.items.length > 0) pairs.push(document.createPair("axes", made.axes) as Pair);
  if (layers.has("environment"))
    pairs.push(
      document.createPair(
        "environment",
        document.createNode({ changes: layers.get("environment") }),
      ) as Pair,
    );
  put(contents, pairs);
  if (hasMarkets) keepCookie(document, contents);
  return {
    text: document.toString({ lineWidth: 100, flowCollectionPadding: true }),
    dropped: [...(hasPortals ? [] : [PORTAL]), ...(hasMarkets ? [] : [MARKET])],
  };
}

/** Renames `referralUrlId` to `reseller` wherever a rule of a YAML text reads it. */
export function renameResellerReads(text: string): string {
  if (!text.includes(RESELLER_ID)) return text;
  const document = parseDocument(text, { uniqueKeys: false });
  const edits: TextEdit[] = [];
  const rename = (node: unknown) => {
    if (!isScalar(node) || typeof node.value !== "string") return;
    if (node.value !== RESELLER_ID) return;
    const [start = 0, end = 0] = node.range ?? [];
    edits.push({ start, end, text: text.slice(start, end).replace(RESELLER_ID, RESELLER) });
  };
  const renameKeys = (node: unknown): void => {
    if (isMap(node)) for (const { key } of node.items) rename(key);
    if (isSeq(node)) node.items.forEach(renameKeys);
  };
  visit(document, {
    Pair(_, { key, value }) {
      const name = isScalar(key) ? key.value : undefined;
      if (name === "var" || name === "fact") rename(value);
      if (name === "match" || name === "not") renameKeys(value);
      if (name === "missing" && isSeq(value)) value.items.forEach(rename);
    },
  });
  return applyEdits(text, edits);
}

/** A fixture without the axes that its flow does without; undefined where it names none of them. */
export function withoutAxes(text: string, dropped: readonly string[]): string | undefined {
  const document = parseDocument(text, { uniqueKeys: false });
  const variant = document.getIn(["given", "variant"]);
  if (!isMap(variant) || !dropped.some((axis) => variant.has(axis))) return undefined;
  const kept = variant.items
    .filter(({ key }) => !(isScalar(key) && dropped.includes(String(key.value))))
    .map((pair) => {
      const { start, end } = spanOfPair(pair, text);
      return text.slice(start, end);
    });
  const lines = /(?<=\n) +variant: \{[^{}\n]*\}\n/;
  if (kept.length === 0 && lines.test(text)) return text.replace(lines, "");
  const written = kept.length === 0 ? "{}" : `{ ${kept.join(", ")} }`;
  return applyEdits(text, [replaceValue(variant, text, written)]);
}

/** The axes of a flow.yaml while they are put together. */
class Made {
  readonly axes: YAMLMap;

  constructor(private readonly document: Document) {
    this.axes = document.createNode({}) as YAMLMap;
  }

  axis(name: string, description: string, values: YAMLMap, layers: YAMLMap): void {
    const axis = this.document.createNode({ description }) as YAMLMap;
    axis.set("values", values);
    const changes = layers.get(name);
    if (changes !== undefined) axis.set("changes", changes);
    this.axes.set(this.document.createNode(name), axis);
  }

  /** What chose a market before its axis said so. */
  chosen(name: string): void {
    const axis = this.axes.get(name);
    if (!isMap(axis)) return;
    const rows = [
      { cookie: "currency", holds: "currency", moves: true },
      { cookie: MARKET },
      { cookie: MARKET, holds: "locales" },
      { parameter: MARKET },
      { languages: true },
    ].map((row) => this.document.createNode(row, { flow: true }));
    const changes = axis.get("changes");
    axis.delete("changes");
    axis.set("chosen", this.document.createNode(rows));
    if (changes !== undefined) axis.set("changes", changes);
  }

  reseller(layers: YAMLMap): void {
    const axis = this.document.createNode({
      description: "The partner whose link led here",
      path: `/r/{${RESELLER}}`,
      untrusted: true,
    }) as YAMLMap;
    const changes = layers.get(RESELLER);
    if (changes !== undefined) axis.set("changes", changes);
    this.axes.set(this.document.createNode(RESELLER), axis);
  }
}

function mapIn(map: YAMLMap, name: string): YAMLMap {
  const found = map.get(name);
  return isMap(found) ? found : (new Document({}).contents as YAMLMap);
}

/** Every locale of the markets, the fallback first. */
function localesIn(variants: YAMLMap, markets: YAMLMap): readonly string[] {
  const offered = markets.items.flatMap(({ value }) => {
    const locales = isMap(value) ? value.get("locales") : undefined;
    return isSeq(locales) ? locales.items.map(String) : [];
  });
  return [...new Set([String(variants.get("fallbackLocale")), ...offered])];
}

/** Portals, whose host is the rule by which they are chosen. */
function portalsOf(portals: YAMLMap): YAMLMap {
  for (const { value } of portals.items)
    if (isMap(value))
      for (const { key } of value.items)
        if (isScalar(key) && key.value === "host") key.value = "when";
  return portals;
}

/** Markets, whose currency and country are facts. */
function marketsOf(markets: YAMLMap, document: Document): void {
  for (const { value } of markets.items) {
    if (!isMap(value)) continue;
    value.set("facts", document.createNode(factsOf(value), { flow: true }));
    for (const name of ["currency", "country"]) value.delete(name);
  }
}

function factsOf(market: YAMLMap): Readonly<Record<string, unknown>> {
  return { currency: market.get("currency"), country: market.get("country") };
}

function flowList(document: Document, items: readonly string[]): Node {
  return document.createNode(items, { flow: true });
}

/**
 * Puts the new words where `variants` stood, with its comment; what `layers` was said of stays with
 * the first rights.
 */
function put(contents: YAMLMap, pairs: readonly Pair[]): void {
  const at = contents.items.findIndex(({ key }) => isScalar(key) && key.value === "variants");
  const [first] = pairs;
  const before = commentOf(contents.items[at]);
  const ofLayers = commentOf(
    contents.items.find(({ key }) => isScalar(key) && key.value === "layers"),
  );
  contents.items.splice(at, 1, ...pairs);
  contents.delete("layers");
  if (before !== undefined && isScalar(first?.key)) first.key.commentBefore = before;
  const axes = pairs.find(({ key }) => isScalar(key) && key.value === "axes");
  if (ofLayers !== undefined && isScalar(axes?.key)) axes.key.commentBefore = ofLayers;
}

function commentOf(pair: Pair | undefined): string | undefined {
  return isScalar(pair?.key) ? (pair.key.commentBefore ?? undefined) : undefined;
}

/** The cookie that a chosen language stood in before the flow named it. */
function keepCookie(document: Document, contents: YAMLMap): void {
  const cookies = contents.get("cookies");
  if (isMap(cookies)) cookies.set("locale", MARKET);
  else contents.set("cookies", document.createNode({ locale: MARKET }));
}

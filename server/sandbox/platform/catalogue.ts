import { asList, asObject, type Json, type JsonObject } from "../../../engine/language/json.ts";

/** Texts by language or locale. */
type Texts = Readonly<Record<string, string>>;

/** A kind of business. */
export interface Industry {
  readonly id: string;
  readonly mcc: string;
  readonly type: string;
  readonly label: Texts;
  /** Its name in predictions. */
  readonly predictLabel: string;
  /** Search terms, by language. */
  readonly keywords: Readonly<Record<string, readonly string[]>>;
  readonly group: Group;
}

/** A group of industries. */
export interface Group {
  readonly id: string;
  readonly label: Texts;
}

/** The catalogue of industries (spec 2 §9), as a flow has it in content/<flow>/catalogue/. */
export interface Catalogue {
  readonly industries: ReadonlyMap<string, Industry>;
  readonly groups: readonly Group[];
}

/** Reads the catalogue from a flow's documents. */
export function readCatalogue(documents: Readonly<Record<string, Json>>): Catalogue {
  const groups: Group[] = [];
  const industries = new Map<string, Industry>();
  for (const [path, document] of Object.entries(documents)) {
    if (!path.startsWith("content/catalogue/")) continue;
    const content = asObject(document);
    const group = { id: String(content["group"]), label: asObject(content["label"]) as Texts };
    groups.push(group);
    for (const entry of asList(content["industries"])) {
      const industry = { ...(asObject(entry) as unknown as Omit<Industry, "group">), group };
      industries.set(industry.id, industry);
    }
  }
  return { industries, groups };
}

/**
 * The label of an industry or group: the locale's own, else its language's, else the English one.
 */
export function labelIn({ label }: { readonly label: Texts }, locale: string): string {
  const language = [locale, locale.slice(0, 2), "en"].find((each) => Object.hasOwn(label, each));
  return language === undefined ? "" : (label[language] ?? "");
}

/** An industry in the platform's answers. */
export function industryFacts(industry: Industry, locale: string): JsonObject {
  return {
    id: industry.id,
    mcc: industry.mcc,
    type: industry.type,
    label: labelIn(industry, locale),
    predictLabel: industry.predictLabel,
  };
}

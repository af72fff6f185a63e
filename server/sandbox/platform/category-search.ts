import MiniSearch from "minisearch";
import type { Industry } from "./catalogue.ts";
import { isVague, stem, wordsOf } from "./search-words.ts";

/**
 * Finds industries by an owner's description of the business, in either language, the likeliest
 * first.
 */
export type CategorySearch = (text: string) => readonly Industry[];

/** Weight of a vague word, and the bonus of an exact match with the catalogue. */
const VAGUE = 0.3;
const EXACT = 0.5;

/** Bonus for consecutive words of a catalogue phrase, as in "animal hospital". */
const PHRASE = 1;

/** Bonus for a text that is the whole of a label or keyword, as "cleaning" is of "cleaning". */
const WHOLE = { label: 2, keyword: 1.5 };

/** Bonus for a label with a word that begins as the unfinished last word does. */
const BEGUN = 2;

/**
 * Bonus for a label that names the text first, and for a shop: who names goods mostly sells them.
 */
const FIRST = 1.5;
const SHOP = 0.75;
const SHOP_WORDS = new Set(["shop", "store", "dealer", "magasin", "boutique", "vente"]);

/**
 * Builds the search over labels, keywords and groups. The numbers were chosen on the first sets of
 * tests/content/descriptions.
 */
export function categorySearch(industries: ReadonlyMap<string, Industry>): CategorySearch {
  const search = new MiniSearch({
    fields: ["label", "keywords", "group"],
    tokenize: wordsOf,
    processTerm: stem,
  });
  const written = new Map<string, ReadonlySet<string>>();
  const phrases = new Map<string, readonly string[]>();
  const wholes = new Map<string, Wholes>();
  for (const { id, label, keywords, group } of industries.values()) {
    const texts = { label: joined(label), keywords: joined(keywords), group: joined(group.label) };
    search.add({ id, ...texts });
    phrases.set(id, phrasesOf([...Object.values(label), ...Object.values(keywords).flat()]));
    wholes.set(id, {
      labels: new Set(Object.values(label).map(stemmed)),
      keywords: new Set(Object.values(keywords).flat().map(stemmed)),
      begins: Object.values(label).flatMap(wordsOf),
      firsts: new Set(Object.values(label).map(firstOf)),
      isShop: Object.values(label).some((text) =>
        wordsOf(text).some((word) => SHOP_WORDS.has(word)),
      ),
    });
    written.set(id, new Set(wordsOf(`${texts.label} ${texts.keywords}`)));
  }
  const uses = new Map<string, number>();
  for (const words of written.values())
    for (const term of new Set([...words].map(stem))) uses.set(term, (uses.get(term) ?? 0) + 1);
  /**
   * Rarity of a term: 1 for a word of one industry, towards 0 for a word of all. MiniSearch's own
   * weight is too small for whole sentences.
   */
  const rarity = (term: string) =>
    1 - Math.log(uses.get(term) ?? 1) / Math.log(Math.max(2, industries.size));

  const spelled = new Set([...written.values()].flatMap((words) => [...words]));
  const terms = [...uses.keys()];
  const isBegun = (term: string) => terms.some((each) => each.startsWith(term));

  return (text) => {
    const words = wordsOf(text);
    const stems = ` ${words.map(stem).join(" ")} `;
    const last = words.at(-1) ?? "";
    const unfinished = last.length > 2 && !spelled.has(last) ? last : undefined;
    const bonusOfWhole = (id: string): number => {
      const { labels, keywords, begins, firsts, isShop } = wholes.get(id) ?? NO_WHOLES;
      if (labels.has(stems.trim())) return WHOLE.label;
      const named = firsts.has(stems.trim()) ? FIRST + (isShop ? SHOP : 0) : 0;
      if (keywords.has(stems.trim())) return Math.max(WHOLE.keyword, named);
      return unfinished !== undefined && begins.some((word) => word.startsWith(unfinished))
        ? BEGUN
        : named;
    };
    const hits = search.search(text, {
      combineWith: "OR",
      boost: { label: 1.25, group: 0.3 },
      // Only unknown words may be misspelt or unfinished: "care" is no mistake for "car", and the
      // beginning of a known word is no misspelt other one.
      fuzzy: (term) => (term.length < 4 || isBegun(term) ? false : 0.25),
      maxFuzzy: 2,
      prefix: (term, index, terms) =>
        index === terms.length - 1 || (!uses.has(term) && term.length > 2),
      weights: { fuzzy: 1, prefix: 0.375 },
      boostTerm: (term, index) => rarity(term) * (isVague(words[index] ?? "") ? VAGUE : 1),
      boostDocument: (id: string) =>
        1 +
        bonusOfWhole(id) +
        EXACT * words.filter((word) => written.get(id)?.has(word)).length +
        PHRASE * (phrases.get(id) ?? []).filter((phrase) => stems.includes(phrase)).length,
    });
    return hits.flatMap(({ id }) => industries.get(String(id)) ?? []);
  };
}

/**
 * The labels and keywords of an industry, each as one stemmed text, and the words of its labels.
 */
interface Wholes {
  readonly labels: ReadonlySet<string>;
  readonly keywords: ReadonlySet<string>;
  readonly begins: readonly string[];
  /** The first word of each label, without words for a shop. */
  readonly firsts: ReadonlySet<string>;
  readonly isShop: boolean;
}

const NO_WHOLES: Wholes = {
  labels: new Set(),
  keywords: new Set(),
  begins: [],
  firsts: new Set(),
  isShop: false,
};

function firstOf(label: string): string {
  return stem(wordsOf(label).find((word) => !SHOP_WORDS.has(word)) ?? "");
}

function stemmed(text: string): string {
  return wordsOf(text).map(stem).join(" ");
}

/** Phrases of several words, stemmed, with a space at either end. */
function phrasesOf(texts: readonly string[]): readonly string[] {
  const stemmed = texts.map((text) => wordsOf(text).map(stem)).filter((words) => words.length > 1);
  return [...new Set(stemmed.map((words) => ` ${words.join(" ")} `))];
}

function joined(texts: Readonly<Record<string, string | readonly string[]>>): string {
  return Object.values(texts).flat().join(" ");
}

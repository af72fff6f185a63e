import { randomInt, randomUUID } from "node:crypto";
import type { Json, JsonObject } from "../../../engine/language/json.ts";

/** A text to replace, with the conditions of its replacement. */
export interface Original {
  readonly text: string;
  /** Its stored form. */
  readonly stored: string;
  /** Texts to try before scrambled ones. */
  readonly suggestions: readonly string[];
  /** Whether a form would accept a replacement; absent: any text will do. */
  readonly takes?: (text: string) => boolean;
  /** The stored form of a replacement. */
  readonly store?: (text: string) => string;
}

/** Maximum number of scrambled texts to try. */
const TRIES = 20_000;

/** Shorter texts are replaced as whole words only. */
const PART_LENGTH = 4;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/**
 * Replaces real values by synthetic ones, consistently. They are random, so that none leads back to
 * a real value.
 */
export class SyntheticValues {
  private readonly originals = new Map<string, Original>();
  private readonly chosen = new Map<string, string>();

  constructor(
    /** Ids with known replacements. */
    private readonly ids: Map<string, string> = new Map(),
  ) {}

  /** Adds a text to replace. The first call for a text decides its conditions. */
  learn(original: Original): void {
    if (original.text.trim() === "") return;
    if (!this.originals.has(original.text)) this.originals.set(original.text, original);
  }

  /**
   * Chooses the replacements, once all texts are known.
   *
   * @throws Error that names no value, when no replacement fits
   */
  choose(): void {
    // A text within another comes first, so that the longer one contains its replacement.
    for (const original of [...this.originals.values()].toSorted(
      (a, b) => a.stored.length - b.stored.length,
    )) {
      if (this.chosen.has(original.text)) continue;
      const made = this.chosen.get(original.stored);
      const text =
        made !== undefined && (original.takes?.(made) ?? true) ? made : this.find(original);
      this.chosen.set(original.text, text);
      const stored = original.store?.(text) ?? text;
      if (!this.chosen.has(original.stored)) this.chosen.set(original.stored, stored);
    }
  }

  /** The value with every original in it replaced. */
  replaced(value: Json): Json {
    if (typeof value === "string") return this.text(value);
    if (typeof value === "number") {
      const made = this.chosen.get(String(value));
      return made !== undefined && /^\d+$/.test(made) ? Number(made) : value;
    }
    if (Array.isArray(value)) return value.map((each: Json) => this.replaced(each));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(
        Object.entries(value as JsonObject).map(([key, inner]) => [key, this.replaced(inner)]),
      );
    return value;
  }

  /** A text with every original in it replaced, and every uuid. */
  text(text: string): string {
    const whole = this.chosen.get(text);
    if (whole !== undefined) return whole;
    const made = text.replaceAll(UUID, (id) => this.id(id));
    return this.parts(made, PART_LENGTH);
  }

  /** Whether an original is left anywhere in a value. */
  survives(value: Json): boolean {
    if (typeof value === "object" && value !== null)
      return Object.values(value).some((inner: Json) => this.survives(inner));
    if (typeof value !== "string" && typeof value !== "number") return false;
    const text = String(value);
    return [...this.originals.values()].some((original) =>
      [original.text, original.stored].some((each) =>
        each.length >= PART_LENGTH ? text.includes(each) : text === each,
      ),
    );
  }

  private id(id: string): string {
    const known = this.ids.get(id.toLowerCase());
    if (known !== undefined) return known;
    const made = randomUUID();
    this.ids.set(id.toLowerCase(), made);
    this.ids.set(made, made);
    return made;
  }

  private parts(text: string, least: number): string {
    let made = text;
    for (const [from, to] of [...this.chosen]
      .filter(([each]) => each.length >= least)
      .toSorted(([a], [b]) => b.length - a.length))
      made = made.replaceAll(from, to);
    return made;
  }

  private find(original: Original): string {
    const { text, stored, takes, store, suggestions } = original;
    const tail = [...this.chosen]
      .filter(
        ([from]) =>
          /^\d{3,}$/.test(from) && /^\d+$/.test(stored) && stored !== from && stored.endsWith(from),
      )
      .toSorted(([a], [b]) => b.length - a.length)[0];
    const names = this.parts(text, 2);
    const words = text.split(/[^\p{L}]+/u).filter((word) => word.length > 1);
    const follows = names !== text && words.every((word) => !names.includes(word)) ? [names] : [];
    for (let tries = 0; tries < TRIES; tries++) {
      const plain =
        tries < follows.length
          ? follows[tries]
          : tries - follows.length < suggestions.length
            ? suggestions[tries - follows.length]
            : scrambleText(text);
      let candidate = plain ?? "";
      if (tail !== undefined)
        candidate = candidate.replaceAll(/\D/g, "").slice(0, -tail[1].length) + tail[1];
      if (
        candidate === text ||
        candidate === "" ||
        this.isOriginal(candidate, store?.(candidate) ?? candidate)
      )
        continue;
      if (takes?.(candidate) ?? true) return candidate;
    }
    throw new Error("a value of the journal has no substitute that its format takes");
  }

  private isOriginal(text: string, stored: string): boolean {
    for (const original of this.originals.values()) {
      if (text === original.text || stored === original.stored) return true;
      if (original.text.length >= PART_LENGTH && text.includes(original.text)) return true;
    }
    return false;
  }
}

const VOWELS = "aeiou";
const CONSONANTS = "bcdfghklmnprstvz";

/**
 * A random text of the same shape: letters for letters, digits for digits, other characters as they
 * are.
 */
export function scrambleText(text: string): string {
  return [...text]
    .map((letter) => {
      if (/\d/.test(letter)) return String(randomInt(10));
      if (!/\p{L}/u.test(letter)) return letter;
      const lower = letter.normalize("NFD").charAt(0).toLowerCase();
      const pool = VOWELS.includes(lower) ? VOWELS : CONSONANTS;
      const made = pool.charAt(randomInt(pool.length));
      return letter === letter.toUpperCase() && letter !== letter.toLowerCase()
        ? made.toUpperCase()
        : made;
    })
    .join("");
}

/** Random replacements for these originals. */
export function syntheticOf(
  originals: readonly Original[],
  ids: Map<string, string>,
): SyntheticValues {
  const values = new SyntheticValues(ids);
  for (const original of originals) values.learn(original);
  values.choose();
  return values;
}

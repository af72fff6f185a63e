import { createHash, randomInt, randomUUID } from "node:crypto";
import type { ScreenView } from "../../../engine/render/view.ts";

/** What is drawn of a view, without the document around it. */
export interface DrawnBody {
  readonly body: string;
  /** Style elements for the document's head. */
  readonly styles: string;
}

/** What one page is drawn with. */
export interface DrawnPage {
  readonly view: ScreenView;
  /** Lets this page's style elements through the content security policy. */
  readonly nonce: string;
  /** Idempotency key of the plain HTML form. */
  readonly key: string;
}

/** Bodies that are kept, for how many milliseconds, and of how many characters together. */
const MOST_BODIES = 500;
const KEPT_MS = 60_000;
const MOST_CHARACTERS = 16 * 1024 * 1024;

/** Views of which one application had the page. */
const MOST_SEEN = 10_000;

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The view's own revision: no text of a view comes before it that could hold a quotation mark. */
const REVISION = /"revision":\d+/;

interface Kept {
  /** What is drawn, cut at its stand-ins; every second part is one. */
  readonly body: readonly string[];
  readonly styles: readonly string[];
  readonly characters: number;
  readonly until: number;
}

/**
 * Draws bodies of pages. Pages that differ in ids, in the revision and in what is drawn anew for each answer (the
 * nonce, the key) are drawn once, with stand-ins for those.
 *
 * A body is kept once two applications had the same view, for a minute: what only one applicant sees is never kept, of
 * such a view nothing stays but a hash.
 */
export class DrawnBodies {
  /** The ids with which a view was seen, by its hash. */
  private readonly seen = new Map<string, string>();
  private readonly kept = new Map<string, Kept>();
  private characters = 0;
  private readonly idPrefix = randomUUID().slice(0, -12);
  private readonly standIns = {
    key: randomUUID(),
    nonce: randomUUID(),
    revision: String(randomInt(2 ** 47, 2 ** 48 - 1)),
  };
  private readonly anyStandIn = new RegExp(
    `(${this.idPrefix}\\d{12}|${Object.values(this.standIns).join("|")})`,
  );

  constructor(
    private readonly draw: (page: DrawnPage) => DrawnBody,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @param json the view as JSON, without its session: nothing is drawn of that */
  of(json: string, page: DrawnPage): DrawnBody {
    const ids: string[] = [];
    const text = json
      .replaceAll(UUID, (id) => this.standInOf(id, ids))
      .replace(REVISION, `"revision":${this.standIns.revision}`);
    const hash = createHash("sha256").update(text).digest("base64url");
    const kept = this.keptAt(hash) ?? this.keepShared(hash, { text, ids, page });
    if (kept === undefined) return this.draw(page);
    const filled = (parts: readonly string[]) =>
      parts.map((part, index) => (index % 2 === 0 ? part : this.valueOf(part, ids, page))).join("");
    return { body: filled(kept.body), styles: filled(kept.styles) };
  }

  private keptAt(hash: string): Kept | undefined {
    const kept = this.kept.get(hash);
    if (kept === undefined || kept.until > this.now()) return kept;
    this.forget(hash, kept);
    return undefined;
  }

  /** Draws a view with stand-ins and keeps that, where another application had the same; undefined where none had. */
  private keepShared(
    hash: string,
    {
      text,
      ids,
      page,
    }: { readonly text: string; readonly ids: readonly string[]; readonly page: DrawnPage },
  ): Kept | undefined {
    const whose = createHash("sha256").update(ids.join(" ")).digest("base64url");
    const before = this.seen.get(hash);
    if (before === undefined || (before === whose && ids.length > 0)) {
      if (this.seen.size >= MOST_SEEN) this.seen.clear();
      this.seen.set(hash, whose);
      return undefined;
    }
    const view = { ...(JSON.parse(text) as ScreenView), words: page.view.words };
    const { key, nonce } = this.standIns;
    const drawn = this.draw({ view, key, nonce });
    const kept: Kept = {
      body: drawn.body.split(this.anyStandIn),
      styles: drawn.styles.split(this.anyStandIn),
      characters: drawn.body.length + drawn.styles.length,
      until: this.now() + KEPT_MS,
    };
    this.kept.set(hash, kept);
    this.characters += kept.characters;
    for (const [oldest, each] of this.kept) {
      if (this.kept.size <= MOST_BODIES && this.characters <= MOST_CHARACTERS) break;
      this.forget(oldest, each);
    }
    return kept;
  }

  private forget(hash: string, { characters }: Kept): void {
    this.kept.delete(hash);
    this.characters -= characters;
  }

  private standInOf(id: string, ids: string[]): string {
    const at = ids.indexOf(id);
    const place = at < 0 ? ids.push(id) - 1 : at;
    return `${this.idPrefix}${String(place).padStart(12, "0")}`;
  }

  private valueOf(
    standIn: string,
    ids: readonly string[],
    { view, key, nonce }: DrawnPage,
  ): string {
    if (standIn === this.standIns.key) return key;
    if (standIn === this.standIns.nonce) return nonce;
    if (standIn === this.standIns.revision) return String(view.revision);
    return ids[Number(standIn.slice(this.idPrefix.length))] ?? standIn;
  }
}

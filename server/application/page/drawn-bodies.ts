import { hash as digestOf, randomInt, randomUUID } from "node:crypto";
import type { ScreenView } from "../../../engine/render/view.ts";
import { jsonOf, type WrittenView } from "../../../engine/render/write-view.ts";
import type { Piece } from "./join-bytes.ts";
import { viewDigest } from "./view-parts.ts";

/** The HTML of a view's body. */
export interface DrawnBody {
  readonly body: string;
  /** Style elements for the document's head. */
  readonly styles: string;
}

/** The HTML of a view's body in pieces; those that pages share are bytes. */
export interface DrawnPieces {
  readonly body: readonly Piece[];
  readonly styles: readonly Piece[];
}

/** The input of one drawn page. */
export interface DrawnPage {
  readonly view: ScreenView;
  /** Nonce that admits this page's style elements. */
  readonly nonce: string;
  /** Idempotency key of the plain HTML form. */
  readonly key: string;
  /** The service's time in milliseconds since 1970; undefined: as the device has it. */
  readonly now?: number;
}

/**
 * Maximum number of bodies in the cache, their lifetime in milliseconds, and their characters
 * together.
 */
const MOST_BODIES = 500;
const KEPT_MS = 60_000;
const MOST_CHARACTERS = 16 * 1024 * 1024;

/** Views that one application alone has had so far. */
const MOST_SEEN = 10_000;

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * The view's own revision: every text that may hold a quotation mark, and every fixed part, follows
 * it.
 */
const REVISION = /"revision":\d+/;

interface Kept {
  /** The HTML, split at its placeholders, which are the texts among its pieces. */
  readonly body: readonly Piece[];
  readonly styles: readonly Piece[];
  readonly characters: number;
  readonly until: number;
}

/**
 * Draws the bodies of pages. Pages that differ only in ids, revision, nonce and key are drawn once,
 * with placeholders for these.
 *
 * A body is cached for a minute once two applications had the same view. Of a view that only one
 * applicant sees, only a hash is kept.
 */
export class DrawnBodies {
  /** The ids of a view's first application, by the view's hash. */
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

  /** @param written the view without its session: nothing is drawn of that */
  of(written: WrittenView, page: DrawnPage): DrawnPieces {
    const ids: string[] = [];
    const [first = "", ...rest] = written.texts.map((text) =>
      text.replaceAll(UUID, (id) => this.standInOf(id, ids)),
    );
    const revised = first.replace(REVISION, `"revision":${this.standIns.revision}`);
    const marked: WrittenView = { texts: [revised, ...rest], fixed: written.fixed };
    const hash = viewDigest(marked);
    const kept = this.keptAt(hash) ?? this.keepShared(hash, { marked, ids, page });
    if (kept === undefined) {
      const { body, styles } = this.draw(page);
      return { body: [body], styles: [styles] };
    }
    const filled = (pieces: readonly Piece[]) =>
      pieces.map((piece) => (typeof piece === "string" ? this.valueOf(piece, ids, page) : piece));
    return { body: filled(kept.body), styles: filled(kept.styles) };
  }

  private keptAt(hash: string): Kept | undefined {
    const kept = this.kept.get(hash);
    if (kept === undefined || kept.until > this.now()) return kept;
    this.forget(hash, kept);
    return undefined;
  }

  /**
   * Draws a view with placeholders and caches it, where another application had the same view;
   * undefined otherwise.
   */
  private keepShared(
    hash: string,
    {
      marked,
      ids,
      page,
    }: { readonly marked: WrittenView; readonly ids: readonly string[]; readonly page: DrawnPage },
  ): Kept | undefined {
    const whose = digestOf("sha256", ids.join(" "), "base64url");
    const before = this.seen.get(hash);
    if (before === undefined || (before === whose && ids.length > 0)) {
      if (this.seen.size >= MOST_SEEN) this.seen.clear();
      this.seen.set(hash, whose);
      return undefined;
    }
    const view = { ...(JSON.parse(jsonOf(marked)) as ScreenView), words: page.view.words };
    const { key, nonce } = this.standIns;
    const drawn = this.draw({ view, key, nonce });
    const kept: Kept = {
      body: this.pieces(drawn.body),
      styles: this.pieces(drawn.styles),
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

  private pieces(html: string): readonly Piece[] {
    return html
      .split(this.anyStandIn)
      .map((part, index) => (index % 2 === 0 ? Buffer.from(part) : part));
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

import { randomUUID } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { writeView } from "../../../engine/render/write-view.ts";
import { DrawnBodies, type DrawnBody, type DrawnPage } from "./drawn-bodies.ts";
import { joinBytes, type Piece } from "./join-bytes.ts";
import { servePlainFonts, type PlainFonts } from "../../http/page/plain-fonts.ts";
import type { ValidatorModules } from "./validator-module.ts";
import { viewInScript } from "./view-parts.ts";

/** Draws a view as a whole page, in UTF-8. */
export type DrawPage = (page: DrawnPage) => Buffer;

/** Adds to a page's frame: its HTML around the drawn view. */
export type DecorateFrame = (frame: string, page: DrawnPage) => string;

/** The page's own server half. */
interface PageBundle {
  plainFonts(manifest: unknown): PlainFonts;
  drawBody(input: DrawnPage & { readonly validatorCode: string | undefined }): DrawnBody;
  renderPage(
    input: DrawnPage & {
      /** The view without its session, as JSON that may stand within a script element. */
      readonly json: string;
      readonly manifest: unknown;
      readonly drawn: DrawnBody;
    },
  ): string;
}

/** What the view fills in a page's frame. */
const SLOTS = { styles: randomUUID(), body: randomUUID(), json: randomUUID() };

const ANY_SLOT = new RegExp(`(${Object.values(SLOTS).join("|")})`);

/**
 * Loads the built page's server half, with the list of its assets; pages without the renderer get
 * its font.
 *
 * @param decorate what development adds
 */
export async function builtPage(
  projectFolder: string,
  validators: ValidatorModules,
  decorate: DecorateFrame = (frame) => frame,
): Promise<DrawPage> {
  const bundle = join(projectFolder, "dist/web/server/entry-server.js");
  const manifest: unknown = JSON.parse(
    await readFile(join(projectFolder, "dist/web/client/.vite/manifest.json"), "utf8"),
  );
  const { drawBody, renderPage, plainFonts } = (await import(
    /* @vite-ignore */ pathToFileURL(bundle).href
  )) as PageBundle;
  servePlainFonts(plainFonts(manifest));
  const bodies = new DrawnBodies((page) =>
    drawBody({
      ...page,
      validatorCode:
        page.view.form === undefined
          ? undefined
          : validators.codeOf(/\/([0-9a-f]+)\.mjs$/.exec(page.view.form.validator)?.[1] ?? ""),
    }),
  );
  return (page) => {
    const { session: _, ...shown } = page.view;
    const written = writeView(shown);
    const frame = renderPage({
      ...page,
      json: `${SLOTS.json}}`,
      manifest,
      drawn: { body: SLOTS.body, styles: SLOTS.styles },
    });
    const { body, styles } = bodies.of(written, page);
    return filled(decorate(frame, page), { body, styles, json: withoutEnd(viewInScript(written)) });
  };
}

/** The bytes of a frame with its slots filled. */
function filled(
  frame: string,
  pieces: Readonly<Record<keyof typeof SLOTS, readonly Piece[]>>,
): Buffer {
  const bySlot = new Map<string, readonly Piece[]>([
    [SLOTS.styles, pieces.styles],
    [SLOTS.body, pieces.body],
    [SLOTS.json, pieces.json],
  ]);
  return joinBytes(frame.split(ANY_SLOT).flatMap((part) => bySlot.get(part) ?? [part]));
}

/** An object's JSON without its closing bracket, which the frame has: members may follow. */
function withoutEnd(json: readonly Piece[]): readonly Piece[] {
  const last = json.at(-1);
  return typeof last === "string" ? [...json.slice(0, -1), last.slice(0, -1)] : json;
}

/** Names the build of the page. */
export async function builtAt(projectFolder: string): Promise<string> {
  return (await stat(join(projectFolder, "dist/web/client/.vite/manifest.json"))).mtimeMs
    .toString(36)
    .replace(".", "");
}

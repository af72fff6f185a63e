import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { writeView } from "../../../engine/render/write-view.ts";
import { DrawnBodies, type DrawnBody, type DrawnPage } from "./drawn-bodies.ts";
import type { ValidatorModules } from "./validator-module.ts";
import { viewInScript } from "./view-parts.ts";

/** Draws a view as a whole page. */
export type DrawPage = (page: DrawnPage) => string;

/** The page's own server half. */
interface PageBundle {
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

/** Loads the built page's server half, with the list of its assets. */
export async function builtPage(
  projectFolder: string,
  validators: ValidatorModules,
): Promise<DrawPage> {
  const bundle = join(projectFolder, "dist/web/server/entry-server.js");
  const manifest: unknown = JSON.parse(
    await readFile(join(projectFolder, "dist/web/client/.vite/manifest.json"), "utf8"),
  );
  const { drawBody, renderPage } = (await import(
    /* @vite-ignore */ pathToFileURL(bundle).href
  )) as PageBundle;
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
    const json = viewInScript(written);
    return renderPage({ ...page, json, manifest, drawn: bodies.of(written, page) });
  };
}

/** Names the build of the page. */
export async function builtAt(projectFolder: string): Promise<string> {
  return (await stat(join(projectFolder, "dist/web/client/.vite/manifest.json"))).mtimeMs
    .toString(36)
    .replace(".", "");
}

import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ScreenView } from "../../../engine/render/view.ts";
import { writeView } from "../../../engine/render/write-view.ts";
import type { ValidatorModules } from "./validator-module.ts";

/** Draws a view as a whole page. */
export type DrawPage = (page: {
  readonly view: ScreenView;
  readonly nonce: string;
  readonly key: string;
}) => string;

type RenderPage = (input: {
  readonly view: ScreenView;
  readonly json: string;
  readonly nonce: string;
  readonly key: string;
  readonly manifest: unknown;
  readonly validatorCode: string | undefined;
}) => string;

/** The built page's own server half, with the list of its assets. */
export async function builtPage(
  projectFolder: string,
  validators: ValidatorModules,
): Promise<DrawPage> {
  const bundle = join(projectFolder, "dist/web/server/entry-server.js");
  const manifest: unknown = JSON.parse(
    await readFile(join(projectFolder, "dist/web/client/.vite/manifest.json"), "utf8"),
  );
  const { renderPage } = (await import(/* @vite-ignore */ pathToFileURL(bundle).href)) as {
    renderPage: RenderPage;
  };
  return ({ view, nonce, key }) =>
    renderPage({
      view,
      json: writeView(view).json,
      nonce,
      key,
      manifest,
      validatorCode:
        view.form === undefined
          ? undefined
          : validators.codeOf(/\/([0-9a-f]+)\.mjs$/.exec(view.form.validator)?.[1] ?? ""),
    });
}

/** Says which build of the page this is. */
export async function builtAt(projectFolder: string): Promise<string> {
  return (await stat(join(projectFolder, "dist/web/client/.vite/manifest.json"))).mtimeMs
    .toString(36)
    .replace(".", "");
}

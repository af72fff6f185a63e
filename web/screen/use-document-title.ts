import { useEffect } from "react";
import type { ScreenView } from "../../engine/render/view.ts";
import { pageTitle } from "./page-title.ts";

/** Keeps the document's title, language and direction in step with the view. */
export function useDocumentTitle(view: ScreenView, hasErrors: boolean): void {
  useEffect(() => {
    document.title = pageTitle(view, hasErrors);
    document.documentElement.lang = view.locale;
    document.documentElement.dir = view.dir;
  }, [view, hasErrors]);
}

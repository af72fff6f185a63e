import type { MouseEvent } from "react";
import type { ScreenState } from "./screen-state.ts";

/**
 * Opens a link's page in place of this one, which moves the focus to its heading; not in a new tab
 * or window.
 */
export function openHere(open: ScreenState["open"]) {
  return (event: MouseEvent<HTMLAnchorElement>): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void open(event.currentTarget.getAttribute("href") ?? "", true);
  };
}

import { useEffect, useState, type KeyboardEvent } from "react";
import type { Suggested } from "../api/http.ts";
import type { Suggestions } from "./use-suggestions.ts";

/**
 * The option that the arrow keys have reached in a list of suggestions (-1: none), and the key
 * handler: the ARIA 1.2 combobox.
 */
export function useListKeys(
  { list, open, setOpen }: Pick<Suggestions, "list" | "open" | "setOpen">,
  choose: (suggestion: Suggested) => void,
): { readonly active: number; onKeyDown(event: KeyboardEvent): void } {
  const [at, setAt] = useState(-1);
  useEffect(() => setAt(-1), [list]);
  const active = open ? at : -1;
  return {
    active,
    onKeyDown(event) {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        if (list.length === 0) return;
        setOpen(true);
        setAt(
          event.key === "ArrowDown"
            ? (active + 1) % list.length
            : (active <= 0 ? list.length : active) - 1,
        );
      } else if (event.key === "Enter" && active >= 0) {
        event.preventDefault();
        const suggestion = list[active];
        if (suggestion !== undefined) choose(suggestion);
      } else if (event.key === "Escape" && open) {
        event.stopPropagation();
        setOpen(false);
      }
    },
  };
}

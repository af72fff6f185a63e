import { useEffect, useRef, useState } from "react";
import type { Suggested } from "../api/http.ts";
import { useScreen } from "../store/use-screen.ts";
import type { FieldOptions } from "./field-options.ts";
import { knownSuggestions, suggestionsFor } from "./suggestions.ts";

/** Suggestions of a field during typing. */
export interface Suggestions {
  readonly list: readonly Suggested[];
  readonly open: boolean;
  /** The last search had no connection; it is made again once there is one. */
  readonly offline: boolean;
  setOpen(open: boolean): void;
  /** Searches once typing pauses; cached suggestions appear at once. */
  search(typed: string): void;
  /** Cancels a search in progress. */
  cancel(): void;
}

/**
 * The suggestions of one field of the present screen.
 *
 * @param session joins requests for services that bill them together; undefined: none
 */
export function useSuggestions(
  field: string,
  options: FieldOptions["suggest"],
  session?: () => string,
): Suggestions {
  const path = useScreen((state) => state.view.path);
  const locale = useScreen((state) => state.view.locale);
  const [list, setList] = useState<readonly Suggested[]>([]);
  const [open, setOpen] = useState(false);
  /** The words of the search that had no connection. */
  const [lost, setLost] = useState<string>();
  const wanted = useRef<AbortController>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const cancel = () => {
    clearTimeout(timer.current);
    wanted.current?.abort();
  };
  const show = (suggestions: readonly Suggested[]) => {
    setLost(undefined);
    setList(suggestions);
    setOpen(true);
  };
  const search = (typed: string) => {
    cancel();
    setLost(undefined);
    if (options === undefined || typed.trim().length < options.minimum) {
      setList([]);
      setOpen(false);
      return;
    }
    const place = { path, locale, field };
    const known = knownSuggestions(place, typed);
    if (known !== undefined) {
      show(known);
      return;
    }
    timer.current = setTimeout(() => {
      const controller = new AbortController();
      wanted.current = controller;
      void suggestionsFor(place, typed, controller.signal, session?.()).then(show, () => {
        if (controller.signal.aborted || navigator.onLine) return;
        setList([]);
        setLost(typed);
      });
    }, options.debounceMs);
  };
  useEffect(() => {
    if (lost === undefined) return undefined;
    // A list opens only where the hand is; a field that is entered again asks by itself.
    const again = () => {
      if (document.activeElement?.id === `root_${field}`) search(lost);
      else setLost(undefined);
    };
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  });
  return { list, open, offline: lost !== undefined, setOpen, cancel, search };
}

import { useEffect, useRef, useState } from "react";
import type { Suggested } from "../api/http.ts";
import { useScreen } from "../store/use-screen.ts";
import type { FieldOptions } from "./field-options.ts";
import { knownSuggestions, suggestionsFor } from "./suggestions.ts";

/** Suggestions for what is being typed into a field. */
export interface Suggestions {
  readonly list: readonly Suggested[];
  readonly open: boolean;
  setOpen(open: boolean): void;
  /** Looks for what was typed, once the typing pauses; what was looked for before is there at once. */
  search(typed: string): void;
  /** Forgets a search that is under way. */
  cancel(): void;
}

/**
 * The suggestions of one field of the present screen.
 *
 * @param session what belongs together for whoever answers; undefined: nothing does
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
  const wanted = useRef<AbortController>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const cancel = () => {
    clearTimeout(timer.current);
    wanted.current?.abort();
  };
  const show = (suggestions: readonly Suggested[]) => {
    setList(suggestions);
    setOpen(true);
  };
  useEffect(() => cancel, []);
  return {
    list,
    open,
    setOpen,
    cancel,
    search(typed) {
      cancel();
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
        void suggestionsFor(place, typed, controller.signal, session?.()).then(
          show,
          () => undefined,
        );
      }, options.debounceMs);
    },
  };
}

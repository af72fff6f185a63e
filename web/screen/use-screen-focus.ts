import { useEffect, useRef, type FocusEvent, type RefObject } from "react";
import type { ScreenView } from "../../engine/render/view.ts";

/**
 * Moves the focus to the heading when a screen takes another's place, and when the focused element
 * disappears, such as the button of a removed entry.
 */
export function useScreenFocus(
  view: ScreenView,
  turn: number,
): {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  onFocus(event: FocusEvent): void;
} {
  const heading = useRef<HTMLHeadingElement>(null);
  const focused = useRef<Element>(undefined);
  useEffect(
    function focusNewScreen() {
      if (turn === 0) return;
      window.scrollTo(0, 0);
      // The errors of the new page have taken it.
      if (document.activeElement?.getAttribute("role") === "alert") return;
      heading.current?.focus({ preventScroll: true });
    },
    [turn],
  );
  useEffect(
    function focusAfterRemoval() {
      if (
        document.activeElement !== document.body ||
        focused.current === undefined ||
        focused.current.isConnected
      )
        return;
      focused.current = undefined;
      heading.current?.focus({ preventScroll: true });
    },
    [view],
  );
  return { heading, onFocus: (event) => void (focused.current = event.target) };
}

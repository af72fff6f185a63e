import { chakra } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { NoticeView } from "../../engine/render/view.ts";
import { useScreen } from "../store/use-screen.ts";

/**
 * Good news floats for a while, in place of a notice on the page. It stays under the pointer or
 * focus, can be closed, and moves to the window's other edge when it would cover the focus.
 */
export function Toasts() {
  const notices = useScreen((state) => state.view.notices);
  const { t } = useTranslation();
  const [closed, setClosed] = useState<readonly NoticeView[]>([]);
  const [held, setHeld] = useState(false);
  const shown = notices.filter(
    (notice) => notice.toastMs !== undefined && !closed.includes(notice),
  );
  const longest = Math.max(0, ...shown.map(({ toastMs }) => toastMs ?? 0));
  useEffect(() => {
    if (shown.length === 0 || held) return undefined;
    const timer = setTimeout(() => setClosed(notices), longest);
    return () => clearTimeout(timer);
  }, [notices, held, shown.length, longest]);
  const { box, raised } = useGivingWay(shown.length > 0);
  return (
    <chakra.div
      ref={box}
      data-chrome
      role="status"
      position="fixed"
      zIndex="30"
      insetInline="4"
      // Above the sticky button of a phone's window, and beside the form in a wide one.
      css={raised ? { top: "16px" } : { bottom: { base: "104px", xl: "6" } }}
      display="grid"
      justifyItems={{ base: "center", xl: "end" }}
      gridTemplateColumns="minmax(0, 1fr)"
      gap="2"
      pointerEvents="none"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {shown.map((notice) => (
        <chakra.div
          key={notice.id}
          data-toast
          pointerEvents="auto"
          display="flex"
          alignItems="center"
          gap="3"
          maxWidth="320px"
          background="text"
          color="surface"
          border="1px solid transparent"
          borderRadius="control"
          paddingInline="4"
          paddingBlock="2"
          boxShadow="card"
        >
          <chakra.span minWidth="0" overflowWrap="anywhere">
            {notice.text}
          </chakra.span>
          <chakra.button
            type="button"
            aria-label={t("close")}
            minWidth="2rem"
            minHeight="2rem"
            cursor="pointer"
            color="inherit"
            background="transparent"
            onClick={() => setClosed((before) => [...before, notice])}
          >
            ✕
          </chakra.button>
        </chakra.div>
      ))}
    </chakra.div>
  );
}

/** Moves the toasts to the window's other edge when they would cover the focus. */
function useGivingWay(isShown: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const [raised, setRaised] = useState(false);
  useEffect(() => {
    if (!isShown) return undefined;
    const giveWay = ({ target }: FocusEvent) =>
      // The window scrolls to the focused element first.
      requestAnimationFrame(() => {
        if (target instanceof Element && covers(box.current, target)) setRaised((was) => !was);
      });
    document.addEventListener("focusin", giveWay);
    return () => document.removeEventListener("focusin", giveWay);
  }, [isShown]);
  return { box, raised };
}

/** Whether one of the toasts lies over an element outside of them. */
function covers(toasts: HTMLElement | null, element: Element): boolean {
  if (toasts === null || toasts.contains(element)) return false;
  const over = (element.closest("label") ?? element).getBoundingClientRect();
  return [...toasts.children].some((toast) => {
    const { top, bottom, left, right } = toast.getBoundingClientRect();
    return top < over.bottom && bottom > over.top && left < over.right && right > over.left;
  });
}

import { chakra } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { NoticeView } from "../../engine/render/view.ts";
import { useScreen } from "../store/use-screen.ts";

/**
 * Good news floats for a while, in place of a notice on the page. It stays under the pointer or
 * focus, and can be closed.
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
  return (
    <chakra.div
      data-chrome
      role="status"
      position="fixed"
      zIndex="30"
      insetInline="4"
      // Above the sticky button of a phone's window, and beside the form in a wide one.
      bottom={{ base: "104px", xl: "6" }}
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
          pointerEvents="auto"
          display="flex"
          alignItems="center"
          gap="3"
          maxWidth="320px"
          background="text"
          color="surface"
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
            minWidth="32px"
            minHeight="32px"
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

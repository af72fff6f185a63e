import { chakra, defineSlotRecipe, Dialog, Portal } from "@chakra-ui/react";
import { useId, useRef, type FocusEvent, type ReactNode, type RefObject } from "react";
import { useTranslation } from "react-i18next";

export interface ModalDialogProps {
  readonly open: boolean;
  /** `alertdialog` for a question that must be answered; default `dialog`. */
  readonly role?: "dialog" | "alertdialog";
  readonly title: string;
  readonly text?: string;
  /** Content between the text and the buttons. */
  readonly body?: ReactNode;
  /** The buttons. */
  readonly children: ReactNode;
  /** Whether Escape, the space around and a button close it; default true. */
  readonly closable?: boolean;
  /** Has a button of its own to close it. */
  readonly closeButton?: boolean;
  readonly onClose: () => void;
  /**
   * The first element with the focus; default the dialog itself, so that it is read from the
   * beginning.
   */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** The element that gets the focus afterwards; default the one that had it before. */
  readonly finalFocus?: () => HTMLElement | null;
}

/**
 * A modal dialog over the page. It holds the focus, and returns it to where it was. On a phone it
 * rises from the bottom.
 */
export function ModalDialog({
  open,
  role = "dialog",
  title,
  text,
  body,
  children,
  closable = true,
  closeButton = false,
  onClose,
  initialFocus,
  finalFocus,
}: ModalDialogProps) {
  const { t } = useTranslation();
  const content = useRef<HTMLDivElement>(null);
  const id = useId();
  return (
    <Dialog.Root
      recipe={RECIPE}
      ids={{ title: `${id}-title`, description: `${id}-text` }}
      open={open}
      role={role}
      closeOnEscape={closable}
      closeOnInteractOutside={closable && role === "dialog"}
      initialFocusEl={() => (initialFocus ?? content).current}
      {...(finalFocus === undefined ? {} : { finalFocusEl: finalFocus })}
      onOpenChange={(change) => {
        if (!change.open) onClose();
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content ref={content} tabIndex={-1} onFocus={showFocused}>
            <Dialog.Header>
              <Dialog.Title>{title}</Dialog.Title>
              {closeButton && closable ? (
                <Dialog.CloseTrigger aria-label={t("close")}>
                  <svg
                    viewBox="0 0 20 20"
                    width="20"
                    height="20"
                    aria-hidden="true"
                    focusable="false"
                  >
                    <path
                      d="M4 4l12 12M16 4 4 16"
                      fill="none"
                      stroke="currentColor"
                      strokeWidth="2"
                      strokeLinecap="round"
                    />
                  </svg>
                </Dialog.CloseTrigger>
              ) : null}
            </Dialog.Header>
            {text === undefined || text === "" ? null : (
              <Dialog.Description as="p">{text}</Dialog.Description>
            )}
            {body === undefined ? null : <chakra.div marginTop="4">{body}</chakra.div>}
            <Dialog.Footer data-chrome>{children}</Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

/** Scrolls to the focused element: the first Tab of a dialog focuses without scrolling. */
function showFocused({ target, currentTarget }: FocusEvent): void {
  if (target !== currentTarget) target.scrollIntoView({ block: "nearest" });
}

const RECIPE = defineSlotRecipe({
  slots: [
    "backdrop",
    "positioner",
    "content",
    "header",
    "title",
    "description",
    "body",
    "footer",
    "closeTrigger",
    "trigger",
  ],
  base: {
    backdrop: {
      position: "fixed",
      inset: "0",
      zIndex: "98",
      background: "rgb(0 0 0 / 55%)",
      _print: { display: "none" },
      "&[data-state=open]": { animation: "fade 160ms ease-out" },
    },
    positioner: {
      position: "fixed",
      inset: "0",
      zIndex: "99",
      display: "flex",
      justifyContent: "center",
      alignItems: { base: "flex-end", sm: "center" },
      overflow: "auto",
      _print: { position: "static" },
    },
    content: {
      width: "100%",
      maxWidth: { base: "none", sm: "480px" },
      maxHeight: { base: "92dvh", sm: "calc(100dvh - 48px)" },
      overflowY: "auto",
      scrollPaddingBlock: "8px",
      overscrollBehavior: "contain",
      marginInline: { base: "0", sm: "4" },
      padding: "6",
      paddingBottom: { base: "max(24px, env(safe-area-inset-bottom))", sm: "6" },
      background: "raised",
      color: "text",
      borderRadius: "card",
      borderBottomRadius: { base: "0", sm: "card" },
      border: "1px solid",
      borderColor: "line",
      boxShadow: "0 24px 64px rgb(0 0 0 / 30%)",
      "&[data-state=open]": { animation: "rise 180ms ease-out" },
      "&:focus": { outline: "none" },
    },
    header: {
      display: "flex",
      alignItems: "flex-start",
      justifyContent: "space-between",
      gap: "3",
    },
    title: {
      fontFamily: "heading",
      fontSize: "xl",
      lineHeight: "1.25",
      fontWeight: "650",
      letterSpacing: "-0.01em",
    },
    description: { marginTop: "2", color: "text", whiteSpace: "pre-line" },
    footer: {
      display: "flex",
      flexDirection: { base: "column", sm: "row" },
      flexWrap: "wrap",
      gap: "3",
      marginTop: "6",
      // Buttons that do not fit beside each other are alike.
      "& > *": { width: { base: "100%", sm: "auto" }, flexGrow: "1" },
    },
    closeTrigger: {
      flexShrink: 0,
      display: "grid",
      placeItems: "center",
      width: "2.75rem",
      height: "2.75rem",
      marginTop: "-8px",
      marginInlineEnd: "-8px",
      color: "muted",
      background: "transparent",
      borderRadius: "control",
      cursor: "pointer",
      "&:hover": { color: "text" },
    },
  },
});

import { chakra } from "@chakra-ui/react";
import { useRef, useState, type ReactNode } from "react";
import type { Decline } from "../../engine/language/events.ts";
import type { ActionView } from "../../engine/render/view.ts";
import { LazyDialog } from "../dialog/lazy-dialog.tsx";
import { BUTTONS } from "../ui/button-style.ts";

/** Asks before an action, in a dialog. The safe answer comes first and has the focus. */
export function useConfirmation(
  { confirm, style }: ActionView,
  perform: () => void,
  declined: (how: Decline) => void,
): { ask(): void; readonly dialog: ReactNode } {
  const [asked, setAsked] = useState<"never" | "open" | "closed">("never");
  const no = useRef<HTMLButtonElement>(null);
  if (confirm === undefined) return { ask: perform, dialog: null };
  const close = () => setAsked("closed");
  const decline = (how: Decline) => {
    close();
    declined(how);
  };
  return {
    ask: () => setAsked("open"),
    dialog:
      asked === "never" ? null : (
        <LazyDialog
          open={asked === "open"}
          role="alertdialog"
          title={confirm.title}
          text={confirm.text}
          initialFocus={no}
          onClose={() => decline("cancel")}
          onMissing={() => {
            close();
            if (window.confirm(`${confirm.title}\n\n${confirm.text}`)) perform();
            else declined("no");
          }}
        >
          <chakra.button
            ref={no}
            type="button"
            css={BUTTONS.secondary}
            onClick={() => decline("no")}
          >
            {confirm.no}
          </chakra.button>
          <chakra.button
            type="button"
            css={style === "danger" ? BUTTONS.danger : BUTTONS.primary}
            onClick={() => {
              close();
              perform();
            }}
          >
            {confirm.yes}
          </chakra.button>
        </LazyDialog>
      ),
  };
}

/**
 * Asks before an action without scripts, in a `details` element. When scripts find it open, they
 * open the dialog in its place.
 */
export function ConfirmationDetails({
  action,
  form,
  look,
  leftOpen,
}: {
  readonly action: ActionView;
  readonly form: string | undefined;
  readonly look: object;
  readonly leftOpen: () => void;
}) {
  const { confirm } = action;
  const watch = (details: HTMLDetailsElement | null) => () => {
    if (details?.open === true) leftOpen();
  };
  return (
    <chakra.details ref={watch} css={{ "&[open]": { width: "100%" } }}>
      <chakra.summary
        css={{ ...look, listStyle: "none", "&::-webkit-details-marker": { display: "none" } }}
      >
        {action.label}
      </chakra.summary>
      <chakra.div
        marginTop="3"
        padding="4"
        border="1px solid"
        borderColor="border"
        borderRadius="control"
        background="raised"
      >
        <chakra.p fontWeight="650">{confirm?.title}</chakra.p>
        <chakra.p marginBottom="4">{confirm?.text}</chakra.p>
        <chakra.button
          type="submit"
          name="action"
          value={action.id}
          form={form}
          formNoValidate
          css={action.style === "danger" ? BUTTONS.danger : BUTTONS.primary}
        >
          {confirm?.yes}
        </chakra.button>
      </chakra.div>
    </chakra.details>
  );
}

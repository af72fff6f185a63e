import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import { useRef, type MouseEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ActionView } from "../../engine/render/view.ts";
import { BUTTONS, SPINNER, SPINNER_WIDTH } from "../ui/button-style.ts";
import { useScripted } from "../ui/use-scripted.ts";
import { useSecondsUntil } from "../ui/use-seconds-until.ts";
import { useScreen, useScreenStore } from "../store/use-screen.ts";
import { ConfirmationDetails, useConfirmation } from "./confirmation.tsx";
import { FailureAtButton } from "./page-messages.tsx";
import { DECLINE_ACTION } from "../../engine/language/page-actions.ts";

const LOOKS = {
  primary: BUTTONS.primary,
  secondary: BUTTONS.secondary,
  danger: BUTTONS.dangerLink,
  link: BUTTONS.link,
  back: BUTTONS.link,
  none: BUTTONS.link,
};

/** Styles with a box around the label; a plain label begins at the edge of the text. */
const BOXED: ReadonlySet<object> = new Set([BUTTONS.primary, BUTTONS.secondary]);

/**
 * Reserves the width of the busy label, so that nothing beside the button moves when it is pressed.
 */
const ROOM_FOR_BUSY: SystemStyleObject = {
  "&[data-busy]": { flexDirection: "column" },
  "&[data-busy]::after": {
    content: "attr(data-busy)",
    height: "0",
    overflow: "hidden",
    visibility: "hidden",
    paddingInline: `${SPINNER_WIDTH / 2}rem`,
  },
};

/** The press of an action's button: what it does, and whether it is taken now. */
function useActionPress(action: ActionView, showsFailure: boolean) {
  const store = useScreenStore();
  const button = useRef<HTMLButtonElement>(null);
  const wait = useSecondsUntil(
    action.availableAt === undefined ? undefined : Date.parse(action.availableAt),
  );
  const path = useScreen(({ view }) =>
    view.declines?.includes(action.id) === true ? view.path : undefined,
  );
  const perform = () => {
    if (action.submitsForm && button.current?.form)
      button.current.form.requestSubmit(button.current);
    else void store.getState().press(action.id, {}, { item: action.item });
  };
  const { ask, dialog } = useConfirmation(action, perform, (how) => {
    if (path !== undefined)
      navigator.sendBeacon(
        path,
        new URLSearchParams({ action: DECLINE_ACTION, item: action.id, how }),
      );
  });
  const go = (event: MouseEvent<HTMLButtonElement>) => {
    const isTaken = !store.getState().isRunning() && wait === 0;
    if (isTaken)
      store
        .getState()
        .setPressed(showsFailure ? { action: action.id, item: action.item } : undefined);
    if (isTaken && action.confirm === undefined && action.submitsForm) return;
    event.preventDefault();
    if (!isTaken) return;
    if (action.confirm === undefined) perform();
    else ask();
  };
  return { button, wait, go, ask, dialog };
}

/**
 * A button for one action. Inside a form it is a submit button, so that it also works without
 * scripts.
 *
 * An action with a confirmation opens a dialog; without scripts it unfolds, with its button inside.
 *
 * @param form id of its form, where it stands outside of it
 * @param look replaces the look of its style
 * @param icon before its label
 * @param showsFailure false: an error of its press is shown at the top of the page, and not
 *   above it
 */
export function ActionButton({
  action,
  form,
  look = LOOKS[action.style],
  showsFailure = true,
  icon,
}: {
  readonly action: ActionView;
  readonly form?: string;
  readonly look?: object;
  readonly showsFailure?: boolean;
  readonly icon?: ReactNode;
}) {
  const busy = useScreen((state) => state.busy !== undefined);
  const running = useScreen((state) => state.busy === action.id && state.busyItem === action.item);
  const { t } = useTranslation();
  const scripted = useScripted();
  const { button, wait, go, ask, dialog } = useActionPress(action, showsFailure);
  // Such an action is for pages without scripts; with scripts the page does its work by itself.
  if (action.scriptless === true && scripted) return null;
  if (action.confirm !== undefined && !scripted)
    return <ConfirmationDetails action={action} form={form} look={look} leftOpen={ask} />;
  return (
    <>
      {showsFailure ? <FailureAtButton action={action.id} item={action.item} /> : null}
      <chakra.button
        ref={button}
        type="submit"
        name="action"
        value={action.id}
        form={form}
        formNoValidate
        aria-disabled={busy || wait > 0 || undefined}
        aria-busy={running || undefined}
        data-wait={wait > 0 ? "" : undefined}
        aria-haspopup={action.confirm === undefined ? undefined : "dialog"}
        data-busy={BOXED.has(look) ? (action.busy ?? action.label) : undefined}
        css={{
          ...look,
          ...ROOM_FOR_BUSY,
          ...(action.scriptless === true
            ? { "@media (scripting: enabled)": { display: "none" } }
            : {}),
        }}
        onClick={go}
      >
        {icon}
        <span>
          {running ? <chakra.span aria-hidden="true" css={SPINNER} /> : null}
          {running ? (action.busy ?? action.label) : action.label}
          {wait > 0 ? (
            <chakra.span fontWeight="400">{` ${t("availableIn", { seconds: wait })}`}</chakra.span>
          ) : null}
        </span>
      </chakra.button>
      {dialog}
    </>
  );
}

import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import { useRef, type MouseEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ActionView } from "../../engine/render/view.ts";
import { BUTTONS, SPINNER, SPINNER_WIDTH } from "../ui/button-style.ts";
import { useScripted } from "../ui/use-scripted.ts";
import { useSecondsUntil } from "../ui/use-seconds-until.ts";
import { useScreen, useScreenStore } from "../store/use-screen.ts";
import { Unfolding, useConfirmation } from "./confirmation.tsx";
import { TroubleAtButton } from "./troubles.tsx";

const LOOKS = {
  primary: BUTTONS.primary,
  secondary: BUTTONS.secondary,
  danger: BUTTONS.danger,
  link: BUTTONS.link,
  back: BUTTONS.link,
  none: BUTTONS.link,
};

/** Words alone begin where other lines begin, however many they are. */
const BOXED: ReadonlySet<object> = new Set([BUTTONS.primary, BUTTONS.secondary, BUTTONS.danger]);

/** As wide from the start as it is with its words of being busy: nothing beside it moves when it is pressed. */
const ROOM_FOR_BUSY: SystemStyleObject = {
  "&[data-busy]": { flexDirection: "column" },
  "&[data-busy]::after": {
    content: "attr(data-busy)",
    height: "0",
    overflow: "hidden",
    visibility: "hidden",
    paddingInline: `${SPINNER_WIDTH / 2}px`,
  },
};

/**
 * One thing the visitor can do. Inside a form it is a submit button, so that it also works without scripts.
 *
 * What asks first opens a dialog; without scripts it unfolds, and the button that does it lies inside.
 *
 * @param form id of the form it belongs to, where it does not stand in it
 * @param look in place of the one its style gives it
 * @param icon before its words
 * @param hasRoom false: trouble with its press is said on top of the page, and not after it
 */
export function ActionButton({
  action,
  form,
  look = LOOKS[action.style],
  hasRoom = true,
  icon,
}: {
  readonly action: ActionView;
  readonly form?: string;
  readonly look?: object;
  readonly hasRoom?: boolean;
  readonly icon?: ReactNode;
}) {
  const busy = useScreen((state) => state.busy !== undefined);
  const running = useScreen((state) => state.busy === action.id && state.busyItem === action.item);
  const store = useScreenStore();
  const { t } = useTranslation();
  const wait = useSecondsUntil(
    action.availableAt === undefined ? undefined : Date.parse(action.availableAt),
  );
  const scripted = useScripted();
  const button = useRef<HTMLButtonElement>(null);
  const perform = () => {
    if (action.submitsForm && button.current?.form)
      button.current.form.requestSubmit(button.current);
    else void store.getState().press(action.id, {}, action.item);
  };
  const told = useScreen(({ view }) =>
    view.declines?.includes(action.id) === true ? view.path : undefined,
  );
  const { ask, dialog } = useConfirmation(action, perform, (how) => {
    if (told !== undefined)
      navigator.sendBeacon(told, new URLSearchParams({ action: "@decline", item: action.id, how }));
  });
  // Where a script runs the page does by itself what this is for.
  if (action.scriptless === true && scripted) return null;
  const go = (event: MouseEvent<HTMLButtonElement>) => {
    // Decided by what is known: what is drawn may be a moment older.
    const isBusy = store.getState().busy !== undefined;
    if (!isBusy && wait === 0)
      store.getState().aim(hasRoom ? { action: action.id, item: action.item } : undefined);
    if (!isBusy && wait === 0 && action.confirm === undefined && action.submitsForm) return;
    event.preventDefault();
    if (isBusy || wait > 0) return;
    if (action.confirm === undefined) perform();
    else ask();
  };
  if (action.confirm !== undefined && !scripted)
    return <Unfolding action={action} form={form} look={look} leftOpen={ask} />;
  return (
    <>
      <chakra.button
        ref={button}
        type="submit"
        name="action"
        value={action.id}
        form={form}
        formNoValidate
        aria-disabled={busy || wait > 0 || undefined}
        aria-busy={running || undefined}
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
            <chakra.span fontWeight="400" marginInlineStart="2">
              {t("availableIn", { seconds: wait })}
            </chakra.span>
          ) : null}
        </span>
      </chakra.button>
      {hasRoom ? <TroubleAtButton action={action.id} item={action.item} /> : null}
      {dialog}
    </>
  );
}

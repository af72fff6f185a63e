import { chakra } from "@chakra-ui/react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "../ui/notice.tsx";
import { useSecondsUntil } from "../ui/use-seconds-until.ts";
import { signsInAgain, type Pressed, type ScreenState } from "../store/screen-state.ts";
import { problemsOf } from "../store/page-problems.ts";
import { useScreen } from "../store/use-screen.ts";

/**
 * Notices of the page but its problems, and failures that no button shows. Where scripts run,
 * notices with `toastMs` are drawn as toasts instead.
 */
export function PageMessages() {
  const notices = useScreen((state) => state.view.notices);
  const problems = useScreen((state) => problemsOf(state.view));
  const elsewhere = useScreen(isAtButton);
  // Shown before the press, it keeps its place: nothing on the page jumps.
  const offline = useScreen((state) => state.failure === "offline");
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  // After a press far below them, or in a frame: otherwise it would seem to do nothing.
  useEffect(() => {
    if (document.activeElement?.matches("button, iframe"))
      box.current?.firstElementChild?.scrollIntoView({ block: "nearest" });
  }, [notices]);
  const failures = useScreen((state) => state.failures);
  // A poll fails by itself: nobody waits for its message.
  const asked = useScreen((state) => state.failedPress !== undefined || state.repeat !== undefined);
  useEffect(() => {
    if (asked && !elsewhere) box.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
  }, [failures]);
  return (
    <chakra.div ref={box} aria-live="polite" css={{ "& > *": { marginBottom: "20px" } }}>
      {notices
        .filter((notice) => !problems.includes(notice))
        .map((notice) => (
          <Notice
            key={notice.id}
            tone={notice.tone}
            text={notice.text}
            scriptless={notice.toastMs !== undefined}
          >
            {notice.again === undefined ? null : (
              <chakra.a href={notice.again} css={CHOICE} display="inline-flex" alignItems="center">
                {t("failed.again")}
              </chakra.a>
            )}
          </Notice>
        ))}
      {elsewhere ? offline ? <Offline waiting={false} /> : null : <Failure />}
    </chakra.div>
  );
}

/**
 * The error, conflict or delay of the last press, above the row of its button and inside the
 * window, in which the button keeps its place.
 */
export function FailureAtButton({ action, item }: Pressed) {
  const here = useScreen(
    (state) => state.pressed?.action === action && state.pressed.item === item && isAtButton(state),
  );
  const shown = useScreen(
    ({ failure, slow, conflict }) => here && (failure ?? conflict ?? (slow || undefined)),
  );
  const failures = useScreen((state) => state.failures);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current !== null) keepButton(box.current);
  }, [shown]);
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, [shown, failures]);
  if (shown === false || shown === undefined) return null;
  return (
    <chakra.div
      ref={box}
      role="alert"
      data-failure
      order="-1"
      display="grid"
      gap="4"
      width="100%"
      flexBasis="100%"
      marginBottom="3"
      textAlign="start"
      scrollMarginBlock="16px"
    >
      <Failure />
    </chakra.div>
  );
}

/** Scrolls by what a new message moves the button below it: the button stays under the pointer. */
function keepButton(message: HTMLElement): void {
  const topOfButton = () => message.nextElementSibling?.getBoundingClientRect().top ?? 0;
  message.hidden = true;
  const before = topOfButton();
  message.hidden = false;
  window.scrollBy({ top: topOfButton() - before, behavior: "instant" });
}

/** Whether an error is shown at the button: being offline is, once a button was pressed. */
function isAtButton({ pressed, failure, failedPress }: ScreenState): boolean {
  return pressed !== undefined && !(failure === "offline" && failedPress === undefined);
}

/** An error of a request, with the next step for the visitor. No error loses typed data. */
function Failure() {
  const { t } = useTranslation();
  const failure = useScreen((state) => state.failure);
  const signIn = useScreen((state) => state.signIn);
  const signsIn = useScreen(signsInAgain);
  const slow = useScreen((state) => state.slow);
  const conflict = useScreen((state) => state.conflict);
  const failedPress = useScreen((state) => state.failedPress);
  const pressAgain = useScreen((state) => state.pressAgain);
  const takeConflict = useScreen((state) => state.showLatest);
  const keepMine = useScreen((state) => state.keepMine);
  const screen = useScreen((state) => state.view.screen);
  const retryAt = useScreen((state) => state.retryAt);
  const retryIn = useSecondsUntil(retryAt);
  const failures = useScreen((state) => state.failures);
  const cause = conflict?.passed === true ? "deadline" : "conflict";
  /** Whether the press can be sent again: the other tab is on the same screen. */
  const mayKeep = conflict?.press !== undefined && conflict.view.screen === screen;
  return (
    <>
      {slow ? <Notice tone="info" text={t("slow")} /> : null}
      {conflict === undefined ? null : (
        <div ref={focusOnce} role="group" tabIndex={-1} aria-label={t(`${cause}.title`)}>
          <Notice
            tone="warning"
            title={t(`${cause}.title`)}
            text={t(`${cause}.${mayKeep ? "choice" : "gone"}`)}
          >
            <chakra.div display="flex" flexWrap="wrap" columnGap="3">
              {mayKeep ? (
                <Choice label={t("conflict.keep")} onClick={() => void keepMine()} />
              ) : null}
              <Choice label={t("conflict.reload")} onClick={takeConflict} />
            </chakra.div>
          </Notice>
        </div>
      )}
      {failure === "offline" ? <Offline waiting={failedPress !== undefined} /> : null}
      {failure === "session-over" ? (
        <Notice
          tone="warning"
          title={t("sessionOver.title")}
          text={t(signsIn ? "sessionOver.signInText" : "sessionOver.text")}
        >
          <Choice
            label={t(signsIn ? "sessionOver.signIn" : "sessionOver.reload")}
            onClick={() => (signIn === undefined ? location.reload() : location.assign(signIn))}
          />
        </Notice>
      ) : null}
      {failure === "lost" || failure === "late" || failure === "busy" ? (
        <Notice
          tone={failure === "lost" ? "error" : "warning"}
          title={t(`failed.${failure}.title`)}
          text={t(`failed.${failure}.text`)}
          spoken={failures}
        >
          {/* Hidden from screen readers, which would read out every second. */}
          {retryAt === undefined ? null : (
            <p aria-hidden="true">{t("failed.retry", { seconds: retryIn })}</p>
          )}
          <Choice label={t("failed.again")} onClick={() => void pressAgain()} />
        </Notice>
      ) : null}
    </>
  );
}

/** Gives a new element the focus: its choices are next. */
function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}

/** @param waiting a press waits for the connection */
function Offline({ waiting }: { readonly waiting: boolean }) {
  const { t } = useTranslation();
  const failures = useScreen((state) => state.failures);
  return (
    <Notice
      tone="warning"
      title={t("offline.title")}
      text={t(waiting ? "offline.waiting" : "offline.text")}
      spoken={waiting ? failures : 0}
    />
  );
}

/** The choices below the message. */
const CHOICE = {
  marginTop: "3",
  minHeight: "2.75rem",
  paddingInline: "4",
  fontWeight: "500",
  color: "accentText",
  border: "1px solid",
  borderColor: "accent",
  borderRadius: "control",
  cursor: "pointer",
};

function Choice({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <chakra.button type="button" onClick={onClick} css={CHOICE}>
      {label}
    </chakra.button>
  );
}

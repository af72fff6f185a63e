import { chakra } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { LazyDialog } from "../dialog/lazy-dialog.tsx";
import { BUTTONS } from "../ui/button-style.ts";
import { signsInAgain } from "../store/screen-state.ts";
import { useScreen } from "../store/use-screen.ts";

const WARN_BEFORE_MS = 5 * 60_000;
const CHANNEL = "foyer-session";

/**
 * Warns before the session ends, and offers to extend it with one press. Announces the end; typed
 * data is kept.
 */
export function SessionWatch() {
  const { t, i18n } = useTranslation();
  const { phase, endsAt } = useSessionPhase();
  const extend = useScreen((state) => state.extendSession);
  const end = useScreen((state) => state.endSession);
  const signIn = useScreen((state) => state.signIn);
  const signsIn = useScreen(signsInAgain);
  const [failed, setFailed] = useState(false);
  const [aside, setAside] = useState(false);
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    setAside(false);
    setFailed(false);
    if (phase === "over") end();
  }, [phase, end]);
  if (phase === "fine") return null;
  const over = phase === "over";
  const time = over
    ? ""
    : new Intl.DateTimeFormat(i18n.language, { timeStyle: "short" })
        .format(endsAt)
        .replaceAll(" ", "\u00a0");
  return (
    <LazyDialog
      key={phase}
      open={!aside}
      role="alertdialog"
      title={t(over ? "sessionOver.title" : "session.title")}
      text={
        over
          ? t(signsIn ? "sessionOver.signInText" : "sessionOver.text")
          : t(failed ? "session.failed" : "session.text", { time })
      }
      closable={over}
      initialFocus={stay}
      onClose={() => setAside(true)}
    >
      <chakra.button
        ref={stay}
        type="button"
        css={BUTTONS.primary}
        onClick={() => {
          if (over && signIn !== undefined) location.assign(signIn);
          else if (over) location.reload();
          else
            void extend().then((became) =>
              became === "over" ? end() : setFailed(became === "failed"),
            );
        }}
      >
        {t(over ? (signsIn ? "sessionOver.signIn" : "sessionOver.reload") : "session.stay")}
      </chakra.button>
      {over ? (
        <chakra.button type="button" css={BUTTONS.secondary} onClick={() => setAside(true)}>
          {t("close")}
        </chakra.button>
      ) : null}
    </LazyDialog>
  );
}

/**
 * The phase of the session. Every view brings its remaining time; other tabs of the session share
 * theirs.
 */
function useSessionPhase(): {
  readonly phase: "fine" | "ending" | "over";
  readonly endsAt: number;
} {
  const session = useScreen((state) => state.view.session);
  const known = useScreen((state) => state.failure === "session-over");
  const [endsAt, setEndsAt] = useState(Number.POSITIVE_INFINITY);
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (session === undefined) {
      setEndsAt(Number.POSITIVE_INFINITY);
      return;
    }
    const at = Date.now() + session.endsInMs;
    setEndsAt(at);
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage(at);
    channel.close();
  }, [session]);
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (typeof data === "number")
        setEndsAt((at) => (Number.isFinite(at) ? Math.max(at, data) : at));
    });
    return () => channel.close();
  }, []);
  useEffect(() => {
    const look = () => setNow(Date.now());
    look();
    if (!Number.isFinite(endsAt)) return undefined;
    const timers = [endsAt - WARN_BEFORE_MS, endsAt]
      .map((at) => at - Date.now())
      .map((left) => (left > 0 ? setTimeout(look, left) : undefined));
    // Timers stop while a machine sleeps.
    document.addEventListener("visibilitychange", look);
    return () => {
      for (const timer of timers) clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [endsAt]);
  if (known || now >= endsAt) return { phase: "over", endsAt };
  return { phase: now >= endsAt - WARN_BEFORE_MS ? "ending" : "fine", endsAt };
}

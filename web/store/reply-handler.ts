import { startTransition } from "react";
import type { Reply } from "../api/http.ts";
import { serverNow } from "../api/server-clock.ts";
import { forgetDraft, forgetEverything } from "./drafts.ts";
import { retryOf, pressSendsForm, type Press } from "./press.ts";
import { NO_FAILURE, type ScreenState, type StoreTools } from "./screen-state.ts";
import { changesPage, type Navigation } from "./navigation.ts";

/** Applies the answer to a press, or without a press to a poll, to the page. */
export type HandleReply = (reply: Reply, press: Press | undefined) => Promise<void>;

/** Creates the handler of answers of a page's store. */
export function createReplyHandler(
  { set, get, prepare, present }: StoreTools,
  show: Navigation["show"],
): HandleReply {
  const refuse = async ({ errors, view }: Extract<Reply, { kind: "invalid" }>) => {
    const withErrors = ({ announced }: ScreenState) => ({
      errors,
      announced: announced + 1,
      ...NO_FAILURE,
    });
    if (view !== undefined) {
      await prepare(view).catch(() => undefined);
      if (changesPage(view, get().view)) {
        history.replaceState(null, "", view.path);
        await present(() => set((state) => ({ view, turn: state.turn + 1, ...withErrors(state) })));
        return;
      }
      await present(() => set({ view }));
    }
    startTransition(() => set(withErrors));
  };
  const fail = (reply: Extract<Reply, { kind: "failed" }>, press: Press | undefined) => {
    const { cause, retryAfterMs } = reply;
    const retry = retryOf(press, reply);
    set(({ failures }) => ({
      failure: navigator.onLine ? cause : "offline",
      failedPress: retry ?? press,
      failures: failures + 1,
      retryAt: retry === undefined ? undefined : serverNow() + retryAfterMs,
    }));
    if (retry !== undefined)
      setTimeout(() => void (get().failedPress === retry && get().pressAgain()), retryAfterMs);
  };
  return async (reply, press) => {
    switch (reply.kind) {
      case "view":
        if (press !== undefined && pressSendsForm(get().view, press)) forgetDraft(get().view);
        await show(reply.view, true, { after: press === undefined ? "poll" : "press" });
        break;
      case "leave":
        if (press === undefined || pressSendsForm(get().view, press)) forgetDraft(get().view);
        if (reply.signedOut) forgetEverything();
        location.assign(reply.location);
        break;
      case "invalid":
        await refuse(reply);
        break;
      case "conflict":
        set({ ...NO_FAILURE, conflict: { view: reply.view, press, passed: reply.passed } });
        break;
      case "session-over":
        set({ ...NO_FAILURE, failure: "session-over", signIn: reply.signIn });
        break;
      case "failed":
        fail(reply, press);
        break;
      case "same":
        break;
    }
  };
}

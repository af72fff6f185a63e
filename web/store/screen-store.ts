import { pathOfAddress } from "../../engine/language/address.ts";
import { startTransition } from "react";
import { create } from "zustand";
import type { ScreenView } from "../../engine/render/view.ts";
import { fetchView, postAction, type Reply } from "../api/http.ts";
import { discardDraft, forgetDraft, forgetEverything } from "./drafts.ts";
import { keyFor, retryOf, sendsForm, type Press } from "./press.ts";
import type { ScreenState } from "./screen-state.ts";

/** Whether a screen has lost or gained its form: it is another page then, of new elements, and nothing jumps. */
function changesForm(view: ScreenView, before: ScreenView): boolean {
  return (view.form === undefined) !== (before.form === undefined);
}

/** No error of the last press. */
const UNTROUBLED = { trouble: undefined, failedPress: undefined, retryAt: undefined } as const;
/** No action in progress. */
const IDLE = { busy: undefined, busyItem: undefined, slow: false } as const;
const SLOW_AFTER_MS = 8000;

/**
 * The store of a page: draws a view, sends the visitor's actions, draws the next view.
 *
 * @param prepare loads the parts of a view before it is shown; when that fails the server's page
 *   replaces this one
 * @param present applies a change of the view, and resolves once it is in the document: no other
 *   action starts before
 */
export function screenStore(
  first: ScreenView,
  prepare: (view: ScreenView) => Promise<void> = async () => undefined,
  present: (change: () => void) => Promise<void> = async (change) => change(),
) {
  return create<ScreenState>((set, get) => {
    /**
     * Increases with every requested address: an answer that a later address overtook is not shown.
     */
    let visits = 0;
    /**
     * From a press until its answer is in the document. The buttons of that answer are drawn as
     * ready, so that they never appear disabled for a moment.
     */
    let running = false;
    /** The result of the last poll. */
    let looked: { readonly view: ScreenView; readonly tag: string | undefined } | undefined;
    const show = async (
      view: ScreenView,
      push: boolean,
      {
        anew = false,
        pressed = false,
      }: { readonly anew?: boolean; readonly pressed?: boolean } = {},
    ) => {
      const visit = visits;
      try {
        await prepare(view);
      } catch {
        location.assign(view.path);
        return;
      }
      if (!push && visit !== visits) return;
      const { view: before, turn } = get();
      const moved = view.screen !== before.screen || view.path !== before.path;
      await present(() =>
        set({
          view,
          errors: view.errors ?? [],
          conflict: undefined,
          trouble: undefined,
          failedPress: undefined,
          pressedAt: undefined,
          retryAt: undefined,
          // Values of another screen, or of changed prices; the form computes them anew.
          live: undefined,
          turn: moved || anew || changesForm(view, before) ? turn + 1 : turn,
          ...(pressed ? IDLE : {}),
        }),
      );
      if (push && moved) history.pushState({ path: view.path }, "", view.path);
      // After Back to a page that the state no longer allows, the address becomes that of the shown
      // page. After a newer navigation the address belongs to that one.
      else if (!push && visit === visits && location.pathname !== pathOfAddress(view.path))
        history.replaceState({ path: view.path }, "", view.path);
    };
    const take = async (reply: Reply, press: Press | undefined) => {
      switch (reply.kind) {
        case "view":
          if (press !== undefined && sendsForm(get().view, press)) forgetDraft(get().view);
          await show(reply.view, true, { pressed: press !== undefined });
          break;
        case "leave":
          if (press === undefined || sendsForm(get().view, press)) forgetDraft(get().view);
          if (reply.signedOut) forgetEverything();
          location.assign(reply.location);
          break;
        case "invalid":
          await refuse(reply);
          break;
        case "conflict":
          set({ ...UNTROUBLED, conflict: { view: reply.view, press, passed: reply.passed } });
          break;
        case "session-over":
          set({ ...UNTROUBLED, trouble: "session-over", signIn: reply.signIn });
          break;
        case "failed":
          fail(reply, press);
          break;
        case "same":
          break;
      }
    };
    const refuse = async ({ errors, view }: Extract<Reply, { kind: "invalid" }>) => {
      const told = ({ announced }: ScreenState) => ({
        errors,
        announced: announced + 1,
        ...UNTROUBLED,
      });
      if (view !== undefined) {
        await prepare(view).catch(() => undefined);
        if (changesForm(view, get().view)) {
          await present(() => set((state) => ({ view, turn: state.turn + 1, ...told(state) })));
          return;
        }
        await present(() => set({ view }));
      }
      startTransition(() => set(told));
    };
    const fail = (reply: Extract<Reply, { kind: "failed" }>, press: Press | undefined) => {
      const { cause, retryAfterMs } = reply;
      const retry = retryOf(press, reply);
      set(({ failures }) => ({
        trouble: navigator.onLine ? cause : "offline",
        failedPress: retry ?? press,
        failures: failures + 1,
        retryAt: retry === undefined ? undefined : Date.now() + retryAfterMs,
      }));
      if (retry !== undefined)
        setTimeout(() => void (get().failedPress === retry && get().pressAgain()), retryAfterMs);
    };
    /**
     * @param again repeats a failed press: its message stays until it is answered, so that nothing
     *   jumps
     */
    const run = async (press: Press, again = false) => {
      if (running) return;
      running = true;
      const { view } = get();
      startTransition(() =>
        set({
          busy: press.action,
          busyItem: press.item,
          conflict: undefined,
          slow: false,
          ...(again ? { retryAt: undefined } : UNTROUBLED),
        }),
      );
      const slow = setTimeout(() => set({ slow: true }), SLOW_AFTER_MS);
      try {
        const reply = await postAction(
          view.path,
          {
            action: press.action,
            data: press.data,
            revision: view.revision,
            ...(press.item === undefined ? {} : { item: press.item }),
          },
          press.key,
        );
        clearTimeout(slow);
        await take(reply, press);
      } finally {
        clearTimeout(slow);
        running = false;
        startTransition(() => set(IDLE));
      }
    };
    return {
      view: first,
      turn: 0,
      ...IDLE,
      errors: first.errors ?? [],
      announced: first.errors === undefined ? 0 : 1,
      trouble: undefined,
      pressedAt: undefined,
      failures: 0,
      retryAt: undefined,
      signIn: undefined,
      conflict: undefined,
      failedPress: undefined,
      aim: (pressedAt) => set({ pressedAt }),
      live: undefined,
      press(action, data, item) {
        const press = { action, data, ...(item === undefined ? {} : { item }) };
        return run({ ...press, key: keyFor(get().failedPress, press) });
      },
      async pressAgain() {
        const press = get().failedPress;
        if (press !== undefined) await run(press, true);
      },
      isRunning: () => running,
      async poll(action) {
        if (running) return;
        const { view } = get();
        const reply = await postAction(
          view.path,
          { action, data: {}, revision: view.revision },
          undefined,
          looked?.view === view ? looked.tag : undefined,
        );
        // The next poll follows one that failed or was overtaken.
        if (reply.kind === "conflict") await show(reply.view, true);
        else if (reply.kind === "view" || reply.kind === "leave" || reply.kind === "session-over")
          await take(reply, undefined);
        if (reply.kind === "view") looked = { view: reply.view, tag: reply.tag };
      },
      async visit(path, push) {
        const visit = ++visits;
        const reply = await fetchView(path);
        if (visit !== visits) return;
        if (reply.kind === "view") await show(reply.view, push);
        else if (reply.kind === "leave") {
          if (reply.signedOut) forgetEverything();
          location.assign(reply.location);
        } else location.assign(path);
      },
      takeConflict() {
        const { conflict, view } = get();
        if (conflict === undefined) return;
        forgetDraft(view);
        if (conflict.view.path === view.path) discardDraft(conflict.view);
        void show(conflict.view, true, { anew: true });
      },
      async keepMine() {
        const { conflict, view } = get();
        if (conflict?.press === undefined) return;
        set({ view: { ...view, revision: conflict.view.revision } });
        await run({ ...conflict.press, key: crypto.randomUUID() });
      },
      async switchLocale(href) {
        const reply = await fetchView(href);
        if (reply.kind !== "view" || reply.view.screen !== get().view.screen) {
          location.assign(href);
          return;
        }
        await present(() => set({ view: reply.view }));
      },
      setErrors: (errors, announce) =>
        startTransition(() =>
          set((state) => ({ errors, announced: announce ? state.announced + 1 : state.announced })),
        ),
      setLive: (live) => set({ live }),
      setOffline(offline) {
        set((state) => ({
          trouble: offline ? "offline" : state.trouble === "offline" ? undefined : state.trouble,
        }));
        // A press without a connection is sent as soon as there is one again.
        if (!offline) void get().pressAgain();
      },
      async extendSession() {
        const reply = await fetchView(get().view.path);
        if (reply.kind === "failed") return "failed";
        const session = reply.kind === "view" ? reply.view.session : undefined;
        if (session === undefined) return "over";
        set(({ view }) => ({ view: { ...view, session } }));
        return "extended";
      },
      endSession: () => set({ trouble: "session-over" }),
    };
  });
}

export type ScreenStore = ReturnType<typeof screenStore>;

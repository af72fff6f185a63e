import { startTransition } from "react";
import { createStore } from "zustand/vanilla";
import type { ScreenView } from "../../engine/render/view.ts";
import { fetchView } from "../api/http.ts";
import { discardDraft, forgetDraft } from "./drafts.ts";
import { keyFor, withPresentAnswers } from "./press.ts";
import { createPressRunner } from "./press-runner.ts";
import { createReplyHandler } from "./reply-handler.ts";
import { IDLE, NO_FAILURE, type ScreenState, type StoreTools } from "./screen-state.ts";
import { createNavigation } from "./navigation.ts";

/**
 * Creates the store of a page: it shows a view, sends the visitor's actions, shows the next view.
 *
 * @param prepare loads the parts of a view before it is shown; when that fails the server's page
 *   replaces this one
 * @param present applies a change of the view, and resolves once it is in the document: no other
 *   action starts before
 */
export function createScreenStore(
  first: ScreenView,
  prepare: StoreTools["prepare"] = async () => undefined,
  present: StoreTools["present"] = async (change) => change(),
) {
  return createStore<ScreenState>((set, get) => {
    const tools = { set, get, prepare, present };
    const { show, ...navigation } = createNavigation(tools);
    const { run, ...presses } = createPressRunner(tools, show, createReplyHandler(tools, show));
    return {
      view: first,
      turn: 0,
      ...IDLE,
      errors: first.errors ?? [],
      announced: first.errors === undefined ? 0 : 1,
      ...NO_FAILURE,
      pressed: undefined,
      failures: 0,
      signIn: undefined,
      conflict: undefined,
      setPressed: (pressed) => set({ pressed }),
      live: undefined,
      press(action, data, options) {
        const press = { action, data, ...options };
        return run({ ...press, key: keyFor(get().failedPress, press) });
      },
      async pressAgain() {
        const { failedPress, repeat } = get();
        if (failedPress === undefined) await repeat?.();
        else await run(withPresentAnswers(failedPress), true);
      },
      ...navigation,
      ...presses,
      showLatest() {
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
        await run({ ...withPresentAnswers(conflict.press), key: crypto.randomUUID() });
      },
      setErrors: (errors, announce) =>
        startTransition(() =>
          set((state) => ({ errors, announced: announce ? state.announced + 1 : state.announced })),
        ),
      setLive: (live) => set({ live }),
      setOffline(offline) {
        const { failure } = get();
        if (offline && failure !== "session-over") set({ failure: "offline" });
        if (offline || failure !== "offline") return;
        set({ failure: undefined });
        // A press without a connection is sent as soon as there is one again.
        void get().pressAgain();
      },
      async extendSession() {
        const reply = await fetchView(get().view.path);
        if (reply.kind === "failed") return "failed";
        const session = reply.kind === "view" ? reply.view.session : undefined;
        if (session === undefined) return "over";
        set(({ view }) => ({ view: { ...view, session } }));
        return "extended";
      },
      endSession: () => set({ failure: "session-over" }),
    };
  });
}

export type ScreenStore = ReturnType<typeof createScreenStore>;

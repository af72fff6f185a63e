import { startTransition } from "react";
import { createStore } from "zustand/vanilla";
import type { ScreenView } from "../../engine/render/view.ts";
import { fetchView } from "../api/http.ts";
import { discardDraft, forgetDraft } from "./drafts.ts";
import { keyFor } from "./press.ts";
import { pressRunner } from "./press-runner.ts";
import { replyHandler } from "./reply-handler.ts";
import { IDLE, UNTROUBLED, type ScreenState, type StoreTools } from "./screen-state.ts";
import { viewShower } from "./view-shower.ts";

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
  prepare: StoreTools["prepare"] = async () => undefined,
  present: StoreTools["present"] = async (change) => change(),
) {
  return createStore<ScreenState>((set, get) => {
    const tools = { set, get, prepare, present };
    const { show, ...ways } = viewShower(tools);
    const { run, ...presses } = pressRunner(tools, show, replyHandler(tools, show));
    return {
      view: first,
      turn: 0,
      ...IDLE,
      errors: first.errors ?? [],
      announced: first.errors === undefined ? 0 : 1,
      ...UNTROUBLED,
      pressedAt: undefined,
      failures: 0,
      signIn: undefined,
      conflict: undefined,
      aim: (pressedAt) => set({ pressedAt }),
      live: undefined,
      press(action, data, item) {
        const press = { action, data, item };
        return run({ ...press, key: keyFor(get().failedPress, press) });
      },
      async pressAgain() {
        const press = get().failedPress;
        if (press !== undefined) await run(press, true);
      },
      ...ways,
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
        await run({ ...conflict.press, key: crypto.randomUUID() });
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

import { ProblemPanel, type ShownProblem } from "./problem-panel.ts";

/*
 * In development only: keeps an open page up to date while definitions are edited. What is saved is drawn in its place
 * with what was typed kept; what is broken is said on top of the page. Never part of a build that is deployed.
 */

interface LiveState {
  readonly page: string;
  readonly definitions: string;
  readonly problems: readonly ShownProblem[];
}

const script = document.querySelector<HTMLScriptElement>('script[src="/development/live.js"]');
let definitions = script?.dataset["definitions"];
const panel = new ProblemPanel();

const changes = new EventSource("/development/changes");
changes.addEventListener("message", ({ data }: MessageEvent<string>) => {
  const state = JSON.parse(data) as LiveState;
  panel.show(state.problems);
  if (state.page !== script?.dataset["page"]) {
    // What was typed is kept by the page itself when it goes.
    changes.close();
    location.reload();
  } else if (state.definitions !== definitions) {
    definitions = state.definitions;
    // The page asks for its screen again, as after a step back in its history, and draws it where it stands.
    window.dispatchEvent(new PopStateEvent("popstate"));
  }
});
// A connection that is left open keeps the browser from taking the page out of its cache.
window.addEventListener("pagehide", () => changes.close());
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
});

import { useEffect } from "react";
import { useScreen } from "./store-context.ts";

/** Asks again by itself while the screen wants that: at once, then at its pace, and not while nobody looks. */
export function usePoll(): void {
  const poll = useScreen((state) => state.view.poll);
  const screen = useScreen((state) => state.view.screen);
  const send = useScreen((state) => state.poll);
  useEffect(() => {
    if (poll === undefined) return undefined;
    const began = Date.now();
    let stopped = false;
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      if (stopped) return;
      if (document.visibilityState === "visible") await send(poll.action);
      if (!stopped && Date.now() - began < poll.untilMs) timer = setTimeout(() => void look(), poll.everyMs);
    };
    timer = setTimeout(() => void look(), 0);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [poll?.action, poll?.everyMs, poll?.untilMs, screen, send]);
}

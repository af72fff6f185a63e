import { useEffect, useState } from "react";
import { useScreen } from "../store/use-screen.ts";

/**
 * Polls while the screen asks for it: at once, then at its interval, and not while the page is
 * hidden. After its time limit it polls a last time, since the server may have waited for that, and
 * then only when the page becomes visible again.
 *
 * @returns whether the time limit has passed
 */
export function usePoll(): boolean {
  const poll = useScreen((state) => state.view.poll);
  const screen = useScreen((state) => state.view.screen);
  const send = useScreen((state) => state.poll);
  const [over, setOver] = useState(false);
  useEffect(() => {
    setOver(false);
    if (poll === undefined) return undefined;
    const began = Date.now();
    let stopped = false;
    let looking = false;
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      clearTimeout(timer);
      if (stopped || looking || document.visibilityState !== "visible") return;
      const last = Date.now() - began >= poll.untilMs;
      looking = true;
      await send(poll.action);
      looking = false;
      if (stopped) return;
      if (last) setOver(true);
      else timer = setTimeout(() => void look(), poll.everyMs);
    };
    const looked = () => void look();
    timer = setTimeout(looked, 0);
    document.addEventListener("visibilitychange", looked);
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", looked);
    };
  }, [poll?.action, poll?.everyMs, poll?.untilMs, screen, send]);
  return over;
}

import { useEffect, useState } from "react";
import { serverNow } from "../api/server-clock.ts";

/**
 * Whole seconds until an instant of the service's clock, in milliseconds since 1970; 0 once it has
 * passed, or without one.
 */
export function useSecondsUntil(instant: number | undefined): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (instant === undefined) {
      setSeconds(0);
      return undefined;
    }
    const tick = () => setSeconds(Math.max(0, Math.ceil((instant - serverNow()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [instant]);
  return seconds;
}

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether scripts run here: false on the server and until hydration, then true. */
export function useScripted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether scripts run here: false in what the server draws and until it is taken over, true ever after. */
export function useScripted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

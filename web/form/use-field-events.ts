import { useContext, useRef } from "react";
import { FormContext } from "./form-context.ts";

/** What happens to a field as it is used: its draft is kept, and errors come when it is left and go as soon as it is right. */
export function useFieldEvents(name: string): {
  typed(): void;
  left(control: HTMLInputElement | HTMLTextAreaElement): void;
} {
  const form = useContext(FormContext);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return {
    typed() {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => form.recheck(name), 200);
    },
    left(control) {
      clearTimeout(timer.current);
      form.normalize(control, name);
      form.leave(name);
    },
  };
}

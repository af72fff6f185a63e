import { useContext, useRef } from "react";
import { useScreen } from "../store/use-screen.ts";
import { FormContext } from "./form-context.ts";

/**
 * Events of a field: its draft is saved, its errors appear when it is left and disappear once it is
 * valid.
 */
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

/** Whether a field has an error. */
export function useFieldError(name: string): boolean {
  return useScreen((state) => state.errors.some(({ pointer }) => pointer === `/${name}`));
}

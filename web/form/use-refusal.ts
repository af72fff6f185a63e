import { useEffect, useRef } from "react";
import { useScreen, useScreenStore } from "../store/use-screen.ts";

/** Why the latest file of a field was refused. */
export interface Refusal {
  /** Shows the reason at the field. */
  say(code: string, message: string): void;
  forget(): void;
}

/**
 * The reason for which a file was not taken, kept while the field has none: "Choose a file" would
 * take its place when Continue is pressed.
 *
 * @param name of the field
 */
export function useRefusal(name: string): Refusal {
  const store = useScreenStore();
  const pointer = `/${name}`;
  const locale = useScreen((state) => state.view.locale);
  const missing = useScreen((state) =>
    state.errors.find((error) => error.pointer === pointer && error.code === "required"),
  );
  /** The reason is in the language that the page had then. */
  const latest = useRef<{
    readonly code: string;
    readonly message: string;
    readonly locale: string;
  }>(undefined);
  const say = (code: string, message: string) => {
    const { errors, setErrors } = store.getState();
    latest.current = { code, message, locale };
    const own = { pointer, code, message };
    const isThere = errors.some((error) => error.pointer === pointer);
    setErrors(
      isThere ? errors.map((error) => (error.pointer === pointer ? own : error)) : [...errors, own],
      false,
    );
  };
  useEffect(
    function keepTheReason() {
      const known = latest.current;
      if (missing !== undefined && known?.locale === locale) say(known.code, known.message);
    },
    [missing],
  );
  return { say, forget: () => (latest.current = undefined) };
}

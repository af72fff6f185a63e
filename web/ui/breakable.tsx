import { Fragment, type ReactNode } from "react";

/** A text whose mail addresses break after a sign rather than within a word. */
export function breakable(text: string): ReactNode {
  return text.includes("@")
    ? text.split(/(?<=[@.])/).map((part, at) => (
        <Fragment key={at}>
          {at === 0 ? null : <wbr />}
          {part}
        </Fragment>
      ))
    : text;
}

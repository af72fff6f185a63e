import type { FormEvent, ReactNode } from "react";
import type { ScreenView } from "../../engine/render/view.ts";
import { useScreen } from "../store/use-screen.ts";

/** A form of buttons alone. It posts by itself without scripts; otherwise the page sends it. */
export function PlainForm({
  view,
  postKey,
  id,
  item,
  children,
}: {
  readonly view: Pick<ScreenView, "path" | "revision">;
  readonly postKey: string;
  readonly id?: string;
  /** Id of the list entry that the buttons belong to. */
  readonly item?: string;
  readonly children: ReactNode;
}) {
  const press = useScreen((state) => state.press);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter instanceof HTMLButtonElement) void press(submitter.value, {}, { item });
  };
  return (
    <form id={id} method="post" action={view.path} noValidate onSubmit={send}>
      <input type="hidden" name="revision" value={view.revision} />
      <input type="hidden" name="key" value={postKey} />
      {item === undefined ? null : <input type="hidden" name="item" value={item} />}
      {children}
    </form>
  );
}

/** More characters than any field takes, and few enough to draw at once. */
const MOST = 10_000;

/**
 * Shortens an enormous pasted text, which would block the browser for a second. Its beginning is
 * inserted, so that the field reports that it is too long, and the page stays responsive.
 */
export function shortenPaste(
  event: Pick<ClipboardEvent, "target" | "clipboardData" | "preventDefault">,
): void {
  const { target } = event;
  const text = event.clipboardData?.getData("text") ?? "";
  if (
    text.length <= MOST ||
    !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
  )
    return;
  event.preventDefault();
  const beginning = text.slice(0, MOST);
  // Some types of inputs have no caret position.
  if (target.selectionStart === null) target.value = beginning;
  else
    target.setRangeText(
      beginning,
      target.selectionStart,
      target.selectionEnd ?? target.selectionStart,
      "end",
    );
  target.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
}

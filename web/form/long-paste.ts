/** Far more than any field takes, and little enough for a browser to draw at once. */
const MOST = 10_000;

/**
 * A text that is pasted by mistake may be a whole book, which a browser takes a second to put into one line. Its
 * beginning is put in, so that the field says that it is too long, and the page goes on answering.
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
  // Some kinds of fields do not say where their caret is.
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

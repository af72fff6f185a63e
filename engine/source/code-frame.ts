/**
 * The lines around a place with a caret under it:
 *
 *     12 |   submit:
 *   > 13 |     then: step-up-anwsered
 *        |           ^
 *
 * @param line from 1
 * @param column from 1
 */
export function codeFrame(text: string, line: number, column: number): string {
  const lines = text.split(/\r?\n/);
  const width = String(Math.min(lines.length, line + 1)).length;
  const frame: string[] = [];
  for (let at = Math.max(1, line - 1); at <= Math.min(lines.length, line + 1); at++) {
    frame.push(
      `${at === line ? ">" : " "} ${String(at).padStart(width)} | ${(lines[at - 1] ?? "").slice(0, 160)}`,
    );
    if (at === line) frame.push(`  ${" ".repeat(width)} | ${" ".repeat(Math.max(0, column - 1))}^`);
  }
  return frame.join("\n");
}

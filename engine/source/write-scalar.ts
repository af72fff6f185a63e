/** The place of a text, and whether it is quoted without need. */
export interface ScalarPlace {
  /** Inside `{ }` or `[ ]`, where commas and brackets have a meaning. */
  readonly inFlow: boolean;
  /** Copy is quoted throughout: a colon that an editor adds breaks nothing. */
  readonly quoted: boolean;
  /** A key, which no reader takes for a boolean: `on:` needs no quotes. */
  readonly isKey?: boolean;
}

/**
 * Texts that YAML 1.1 or 1.2 readers take for another type: words, numbers, times of a day, dates.
 */
const OTHER_TYPES = [
  /^(?:~|null|true|false|[-+]?\.inf|\.nan)$/i,
  /^[-+]?[\d._]+(?:e[-+]?\d+)?$/i,
  /^[-+]?0[box]?[\da-f_]+$/i,
  /^[-+]?\d[\d._:]*$/,
  /^\d{4}-\d\d?-\d\d?(?:$|[T ])/i,
];

/** Words of YAML 1.1 for yes and no. */
const YES_OR_NO = /^(?:yes|no|on|off|y|n)$/i;

/** Characters that may begin an unquoted text. */
const PLAIN_START = /^[\p{L}\p{N}/_.$(+=<©…«“‘’]/u;

// oxlint-disable-next-line no-control-regex -- the characters that YAML cannot hold between single quotes
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/;

/**
 * Writes a text on one line: plain where that is safe, else in the quotes with the fewest escapes.
 */
export function writeText(text: string, { inFlow, quoted, isKey = false }: ScalarPlace): string {
  if (UNPRINTABLE.test(text)) return escaped(text);
  if (!quoted && isPlain(text, inFlow) && (isKey || !YES_OR_NO.test(text))) return text;
  if (quoted || text.includes("'")) return /["\\]/.test(text) ? single(text) : `"${text}"`;
  return single(text);
}

function isPlain(text: string, inFlow: boolean): boolean {
  return (
    PLAIN_START.test(text) &&
    (text === "/" || /[\p{L}\p{N}]/u.test(text)) &&
    !OTHER_TYPES.some((type) => type.test(text)) &&
    !/: | #|:$|\s$/.test(text) &&
    !(inFlow && /[,[\]{}]/.test(text))
  );
}

function single(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function escaped(text: string): string {
  return JSON.stringify(text).replace(
    // oxlint-disable-next-line no-control-regex -- JSON lets these stand, YAML does not
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * Writes a text as a block scalar: its header and its lines without indentation. Lines stay as they
 * are while they fit, else they are folded at single spaces.
 *
 * @param width characters of a line
 * @returns undefined for a text that no block scalar holds, or that gains nothing by one
 */
export function writeBlock(
  text: string,
  width: number,
): { readonly header: string; readonly lines: readonly string[] } | undefined {
  let ends = 0;
  while (text.at(-1 - ends) === "\n") ends++;
  const body = text.slice(0, text.length - ends);
  if (body === "" || UNPRINTABLE.test(body.replaceAll("\n", "")) || /^[ \t\n]/.test(body))
    return undefined;
  const chomp = ends === 0 ? "-" : ends === 1 ? "" : "+";
  const after = Array.from({ length: Math.max(0, ends - 1) }, () => "");
  const lines = body.split("\n");
  if (lines.length > 1 && (lines.every((line) => fits(line, width)) || !isFoldable(body)))
    return { header: `|${chomp}`, lines: [...lines, ...after] };
  if (!isFoldable(body)) return undefined;
  const folded = lines.flatMap((line, at) => [
    ...(at === 0 ? [] : [""]),
    ...(line === "" ? [] : fold(line, width)),
  ]);
  if (lines.length === 1 && folded.length === 1) return undefined;
  return { header: `>${chomp}`, lines: [...folded, ...after] };
}

/**
 * Writes a text without spaces over several lines, in double quotes, broken before the delimiters
 * of a URL.
 */
export function writeContinued(text: string, width: number): readonly string[] {
  const room = width - 2;
  const lines: string[] = [];
  let rest = escaped(text).slice(1, -1);
  while (rest.length > room) {
    const part = rest.slice(0, room);
    // Never breaks inside an escape.
    const at = Math.max(...[..."&?/|,;("].map((sign) => part.lastIndexOf(sign)));
    const whole = /\\(?:u[\da-f]{0,3})?$/.exec(part.replaceAll("\\\\", "__"))?.index ?? room;
    const cut = at > room / 2 ? at : whole;
    const end = /[\ud800-\udbff]/.test(rest.charAt(cut - 1)) ? cut - 1 : cut;
    lines.push(rest.slice(0, end));
    // A line's first space belongs to the text only when it is escaped.
    rest = rest.charAt(end) === " " ? `\\${rest.slice(end)}` : rest.slice(end);
  }
  return [...lines, rest].map(
    (line, at, all) => `${at === 0 ? '"' : ""}${line}${at === all.length - 1 ? '"' : "\\"}`,
  );
}

/**
 * Whether folding keeps a text: it joins lines with one space, and would lose double spaces and
 * those at the ends of lines.
 */
function isFoldable(text: string): boolean {
  return !/ {2}|\t|^ | $/m.test(text);
}

function fits(line: string, width: number): boolean {
  return [...line].length <= width;
}

/** Breaks a line at spaces so that each part fits where it can. */
export function fold(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (current !== "" && !fits(longer, width)) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current];
}

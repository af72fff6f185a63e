import { isMap, isScalar, isSeq, type Scalar } from "yaml";

/** A value that is read as something else than its author probably meant. */
export interface MisreadValue {
  readonly code: string;
  readonly message: string;
  /** Its place in the text, in characters. */
  readonly offset: number | undefined;
}

/**
 * Finds numbers that lose digits, and typographic quotation marks that YAML reads as text.
 *
 * @param name of the member whose value the node is, as far as it is known
 */
export function* misreadValues(node: unknown, name = ""): Generator<MisreadValue> {
  if (isMap(node))
    for (const { key, value } of node.items) {
      yield* misreadValues(key);
      yield* misreadValues(value, isScalar(key) ? String(key.value) : "");
    }
  else if (isSeq(node)) for (const item of node.items) yield* misreadValues(item, name);
  else if (isScalar(node)) {
    const misread = typeof node.value === "number" ? misreadNumber(node, name) : misreadText(node);
    if (misread !== undefined) yield { ...misread, offset: node.range?.[0] };
  }
}

type Misread = Omit<MisreadValue, "offset">;

function misreadNumber({ source = "", value }: Scalar, name: string): Misread | undefined {
  if (!losesDigits(source, Number(value))) return undefined;
  const cents = /^[-+]?(\d+)\.(\d\d)$/.exec(source);
  if (name.endsWith("Minor") && cents !== null)
    return {
      code: "FLOW-YAML-NUMBER",
      message: `${source} is read as ${String(value)}, and "${name}" is in minor units, such as cents: write ${Number(`${cents[1] ?? ""}${cents[2] ?? ""}`)} for ${source}`,
    };
  return {
    code: "FLOW-YAML-NUMBER",
    message: `${source} is read as the number ${String(value)}: write '${source}' where each digit counts, and ${String(value)} otherwise`,
  };
}

/**
 * Whether reading drops digits: zeros in front, as of a postal code, or zeros at the end of a
 * fraction, as of an amount.
 */
function losesDigits(source: string, value: number): boolean {
  const isTooLong = /^[-+]?\d+$/.test(source) && !Number.isSafeInteger(value);
  return isTooLong || /^[-+]?0\d/.test(source) || /^[-+]?\d*\.\d*0$/.test(source);
}

/** A text without quotes that lies between two typographic quotation marks, and has no others. */
const BETWEEN_MARKS = /^[“”„‟‘‚‛][^“”„‟‘‚‛]*[“”‘’]$/u;

function misreadText({ source = "", type }: Scalar): Misread | undefined {
  if (type !== "PLAIN" || !BETWEEN_MARKS.test(source)) return undefined;
  const [mark = ""] = source;
  return {
    code: "FLOW-YAML-QUOTES",
    message: `The marks ${mark} and ${source.at(-1) ?? ""} are read as a part of the text: YAML quotes with ' or ". Write '${source.slice(1, -1)}', or '${source}' where people are to see the marks`,
  };
}

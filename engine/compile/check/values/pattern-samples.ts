import { RegExpParser, type AST } from "@eslint-community/regexpp";

/** Maximum number of repetitions of an unbounded quantifier beyond its least. */
const EXTRA = 1;

/** Characters to choose from, the plainest first. */
const PLAIN = "a1A0bB2-_. /@:+,'";

/**
 * Texts that a regular expression matches as a whole, the shortest first. They are candidates: look
 * around, word boundaries and back references are left out, so try each.
 *
 * @returns none for a text that is no regular expression
 */
export function patternSamples(source: string): readonly string[] {
  try {
    const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: true });
    const made = pattern.alternatives.flatMap((each) => [
      textOfElements(each.elements, 0),
      textOfElements(each.elements, EXTRA),
    ]);
    return [...new Set(made)];
  } catch {
    return [];
  }
}

function textOfElements(elements: readonly AST.Element[], extra: number): string {
  return elements.map((each) => textOf(each, extra)).join("");
}

function textOf(element: AST.Element, extra: number): string {
  switch (element.type) {
    case "Character":
      return String.fromCodePoint(element.value);
    case "CharacterSet":
    case "CharacterClass":
    case "ExpressionCharacterClass":
      return characterOf(element.raw);
    case "Group":
    case "CapturingGroup":
      return textOfElements(element.alternatives[0]?.elements ?? [], extra);
    case "Quantifier": {
      const times = Math.min(element.max, element.min + extra);
      return textOf(element.element, extra).repeat(times);
    }
    default:
      return "";
  }
}

/** The plainest character that a class takes. */
function characterOf(raw: string): string {
  const test = new RegExp(`^${raw}$`, "u");
  for (const character of PLAIN) if (test.test(character)) return character;
  for (let code = 33; code < 0x250; code++) {
    const character = String.fromCodePoint(code);
    if (test.test(character)) return character;
  }
  return "";
}

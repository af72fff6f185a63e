import type { YAMLError } from "yaml";

/** A mistake in the syntax of YAML, said to an author. */
export interface YamlMistake {
  readonly message: string;
  /** What to write. */
  readonly suggestion?: string;
}

const QUOTES = `quotes around the whole text, such as text: "Read this: now"`;

/** Sentences for the errors of the YAML library that authors meet; by its code. */
const BY_CODE: Readonly<Partial<Record<YAMLError["code"], YamlMistake>>> = {
  BLOCK_AS_IMPLICIT_KEY: {
    message: "A colon and a space begin a value, and this line has two of them",
    suggestion: QUOTES,
  },
  MULTILINE_IMPLICIT_KEY: {
    message: "The line has no colon after its name",
    suggestion: "name: value",
  },
  BAD_SCALAR_START: {
    message: "A text that begins with this character needs quotes",
    suggestion: QUOTES,
  },
  TAG_RESOLVE_FAILED: {
    message: "A value that begins with ! needs quotes",
    suggestion: QUOTES,
  },
  BLOCK_IN_FLOW: {
    message: "A bracket or brace is not closed before this line",
  },
};

/**
 * The same where one code of the library stands for several mistakes; by the words of its message.
 */
const BY_WORDS: readonly (readonly [words: RegExp, mistake: YamlMistake])[] = [
  [
    /must start at the same column/,
    {
      message: "The line begins at another column than the lines that it belongs to",
      suggestion: "as many spaces before it as before those",
    },
  ],
  [
    /^Sequence item without -/,
    {
      message: "The line stands among the entries of a list and has no dash",
      suggestion: "as many spaces before it as before the lines that it belongs to",
    },
  ],
  [
    /need to be followed by map values/,
    { message: "The line has no colon after its name", suggestion: "name: value" },
  ],
  [/^Missing closing /, { message: "A quotation mark is opened and never closed" }],
  [/end with a [\]}]/, { message: "A bracket or brace is not closed before this line" }],
  [
    /^Unexpected flow-(?:map|seq)-start at node end$/,
    {
      message: "A text with a brace or a bracket in it needs quotes here",
      suggestion: `quotes around the whole text, such as open: "/orders/{orderId}"`,
    },
  ],
  [
    /at node end$/,
    {
      message:
        "Something follows where the value has ended: one quotation mark too many, or a line that begins at another column than those before it",
    },
  ],
  [
    /block-seq-ind on same line/,
    { message: "The first entry of a list stands on a line of its own, below the list's name" },
  ],
  [
    /^Invalid escape sequence/,
    {
      message: "A backslash in double quotes begins an escape, and there is no such escape",
      suggestion: "single quotes, or two backslashes",
    },
  ],
];

/** The sentence for an error of the YAML library; its own where there is none. */
export function yamlMistake({ code, message }: Pick<YAMLError, "code" | "message">): YamlMistake {
  const [first = message] = message.split("\n");
  return BY_CODE[code] ?? BY_WORDS.find(([words]) => words.test(first))?.[1] ?? { message: first };
}

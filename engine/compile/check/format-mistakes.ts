import type { FormatDefinition } from "../../language/format.ts";

/** A check of a format that no text passes; `pointer` leads to it from the format. */
export interface FormatMistake {
  readonly pointer: string;
  readonly message: string;
  readonly suggestion?: string;
}

/** Checks that keep every text out, whatever is typed: bounds the wrong way round, or a list of good values without any. */
export function formatMistakes(name: string, { checks }: FormatDefinition): FormatMistake[] {
  return checks.flatMap(({ check, min, max, exactly, values }, at): FormatMistake[] => {
    const pointer = `/checks/${at}`;
    if (typeof min === "number" && typeof max === "number" && min > max)
      return [
        {
          pointer: `${pointer}/min`,
          message: `No text passes the check "${check}" of "${name}": it wants at least ${min} and at most ${max}`,
          suggestion: `min: ${max}, max: ${min}`,
        },
      ];
    for (const [member, bound] of [
      ["max", max],
      ["exactly", exactly],
    ] as const)
      if (typeof bound === "number" && check !== "age" && bound < 1)
        return [
          {
            pointer: `${pointer}/${member}`,
            message: `No text passes the check "${check}" of "${name}": its ${member} is ${bound}`,
            suggestion: "1 or more",
          },
        ];
    return check === "one-of" && Array.isArray(values) && values.length === 0
      ? [
          {
            pointer: `${pointer}/values`,
            message: `No text passes the check "one-of" of "${name}": it lists no values`,
          },
        ]
      : [];
  });
}

/**
 * The five tones of pictures, from the object to its highlight; a negative one is a line of that
 * tone.
 */
type Tone = 1 | 2 | 3 | 4 | 5 | -1 | -2 | -5;

/** A part of a picture: its tone, its path, and the width of a line. */
export type Part = readonly [tone: Tone, path: string, width?: number];

/** Path of a rectangle with rounded corners. */
function box(x: number, y: number, width: number, height: number): (round: number) => string {
  return (round) => {
    const corner = (across: number, down: number) =>
      `a${round} ${round} 0 0 1 ${across * round} ${down * round}`;
    const [long, high] = [width - 2 * round, height - 2 * round];
    return `M${x + round} ${y}h${long}${corner(1, 1)}v${high}${corner(-1, 1)}h${-long}${corner(-1, -1)}v${-high}${corner(1, -1)}z`;
  };
}

function disc(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
}

/** The ground of every scene. */
const GROUND: readonly Part[] = [
  [4, "M8 112a72 72 0 0 1 144 0z"],
  [2, box(0, 112, 160, 3)(1.5)],
];

const person = (x: number, y: number, tone: Tone): readonly Part[] => [
  [tone, disc(x, y, 13)],
  [tone, `M${x - 24} 112v-${72 - y}a24 24 0 0 1 48 0v${72 - y}z`],
];

/** Scenes of 160 by 128, by the names that definitions use. */
export const SCENES: Readonly<Record<string, readonly Part[]>> = {
  welcome: [
    ...GROUND,
    [3, box(52, 28, 60, 84)(4)],
    [5, box(60, 36, 44, 76)(2)],
    [1, "M60 36l-26 10v72l26-6z"],
    [5, disc(52, 78, 3)],
    [2, box(120, 84, 20, 28)(4)],
    [-2, "M130 84V62M130 74l9-9M130 70l-8-8", 4],
  ],
  storefront: [
    ...GROUND,
    [3, box(24, 52, 84, 60)(3)],
    [2, box(18, 28, 96, 12)(4)],
    [1, "M22 40h18v14a9 9 0 0 1-18 0zM58 40h18v14a9 9 0 0 1-18 0zM94 40h18v14a9 9 0 0 1-18 0z"],
    [5, "M40 40h18v14a9 9 0 0 1-18 0zM76 40h18v14a9 9 0 0 1-18 0z"],
    [5, box(32, 74, 34, 24)(3)],
    [2, "M36 98a8 8 0 0 1 16 0zM50 98a6 6 0 0 1 12 0z"],
    [1, box(76, 72, 24, 40)(3)],
    [5, disc(95, 93, 2)],
    [3, box(121, 50, 24, 18)(2)],
    [1, box(116, 60, 34, 52)(7)],
    [5, box(121, 66, 24, 20)(3)],
    [-1, "m127 76 4 4 8-8", 3],
    [3, "M121 92h6v4h-6zM130 92h6v4h-6zM139 92h6v4h-6zM121 100h6v4h-6zM130 100h6v4h-6z"],
    [2, "M139 100h6v4h-6z"],
  ],
  phone: [
    ...GROUND,
    [1, box(46, 18, 54, 94)(10)],
    [5, box(52, 28, 42, 72)(4)],
    [3, box(58, 36, 24, 5)(2.5)],
    [3, box(58, 46, 30, 5)(2.5)],
    [2, "M84 58h50a8 8 0 0 1 8 8v18a8 8 0 0 1-8 8h-36l-10 10V92a8 8 0 0 1-8-8V66a8 8 0 0 1 4-8z"],
    [5, `${disc(98, 75, 4)}${disc(112, 75, 4)}${disc(126, 75, 4)}`],
  ],
  "id-card": [
    ...GROUND,
    [1, box(22, 42, 100, 66)(9)],
    [3, box(32, 58, 30, 36)(5)],
    [1, `${disc(47, 70, 7)}M36 90a11 11 0 0 1 22 0z`],
    [5, box(70, 60, 40, 5)(2.5)],
    [2, box(70, 72, 30, 5)(2.5)],
    [2, box(70, 84, 22, 5)(2.5)],
    [2, "M122 64l22 8v14c0 14-10 22-22 26-12-4-22-12-22-26V72z"],
    [-5, "m113 88 7 7 12-13", 4.5],
  ],
  document: [
    ...GROUND,
    [3, "M46 22h46l20 20v70H46z"],
    [2, "M92 22l20 20H96a4 4 0 0 1-4-4z"],
    [5, `${box(56, 50, 44, 5)(2.5)}${box(56, 62, 44, 5)(2.5)}${box(56, 74, 30, 5)(2.5)}`],
    [1, disc(112, 88, 20)],
    [-5, "M112 98V79m-8 7 8-8 8 8", 4.5],
  ],
  people: [...GROUND, ...person(44, 66, 3), ...person(116, 66, 2), ...person(80, 50, 1)],
  "link-account": [
    ...GROUND,
    [1, "M30 48 74 24l44 24v8H30z"],
    [5, disc(74, 42, 5)],
    [3, "M38 60h12v36H38zM68 60h12v36H68zM98 60h12v36H98z"],
    [2, box(34, 96, 80, 7)(2)],
    [1, box(28, 103, 92, 9)(2)],
    [2, disc(122, 86, 19)],
    [-5, "M122 96V77m-8 7 8-8 8 8", 4.5],
  ],
  review: [
    ...GROUND,
    [1, "M34 56 80 24l46 32v56H34z"],
    [3, box(46, 30, 68, 70)(4)],
    [5, `${box(56, 42, 34, 5)(2.5)}${box(56, 54, 48, 5)(2.5)}${box(56, 66, 48, 5)(2.5)}`],
    [2, "M34 58l46 32 46-32v54H34z"],
    [1, "M34 112l36-30a16 16 0 0 1 20 0l36 30z"],
  ],
  waiting: [
    ...GROUND,
    [1, disc(80, 66, 40)],
    [5, disc(80, 66, 31)],
    [-1, "M80 48v18l13 9", 5],
    [2, box(60, 106, 40, 6)(3)],
  ],
  error: [
    ...GROUND,
    [2, box(76, 74, 8, 38)(2)],
    [1, "M80 16 40 84h80z"],
    [5, `${box(77, 40, 6, 22)(3)}${disc(80, 71, 4)}`],
    [3, box(56, 106, 48, 6)(3)],
  ],
};

/** Lines of text on paper. */
const writing = (x: number, y: number, widths: readonly number[]) =>
  widths.map((width, line) => box(x, y + 11 * line, width, 5)(2.5)).join("");

/** Stripes of an awning, the first at `x`, each 36 wide with a round end. */
const stripes = (x: number, count: number) =>
  Array.from(
    { length: count },
    (_, stripe) => `M${x + 72 * stripe} 84h36v30a18 18 0 0 1-36 0z`,
  ).join("");

const keys = (count: number) =>
  Array.from({ length: count }, (_, key) =>
    box(306 + 20 * (key % 3), 188 + 15 * Math.floor(key / 3), 14, 9)(3),
  ).join("");

/** Scenes of 400 by 240, for the column beside a page's words; of the same names. */
export const WIDE_SCENES: Readonly<Record<string, readonly Part[]>> = {
  storefront: [
    [4, "M20 236a180 180 0 0 1 360 0z"],
    [3, disc(340, 40, 20)],
    [3, box(76, 84, 216, 152)(2)],
    [2, box(68, 58, 232, 26)(6)],
    [5, box(146, 68, 76, 7)(3.5)],
    [1, stripes(76, 3)],
    [5, stripes(112, 3)],
    [5, box(92, 150, 104, 60)(6)],
    [2, box(100, 196, 88, 4)(2)],
    [1, "M108 196a14 16 0 0 1 28 0zM164 196a10 13 0 0 1 20 0z"],
    [2, "M138 196a11 22 0 0 1 22 0z"],
    [1, "M216 236v-80a8 8 0 0 1 8-8h36a8 8 0 0 1 8 8v80z"],
    [3, box(224, 158, 36, 40)(4)],
    [5, disc(258, 212, 3)],
    [2, "M42 124c14 0 25 15 25 33s-11 32-25 32-25-14-25-32 11-33 25-33z"],
    [-1, "M42 234v-66m0 16 9-10m-9-2-8-8", 5],
    [3, box(308, 82, 50, 44)(3)],
    [5, writing(316, 91, [34, 24])],
    [1, box(294, 116, 78, 120)(14)],
    [5, box(303, 130, 60, 50)(6)],
    [4, disc(333, 155, 18)],
    [-1, "m324 155 7 7 12-13", 4.5],
    [3, keys(5)],
    [2, box(346, 203, 14, 9)(3)],
    [2, box(0, 235, 400, 4)(2)],
  ],
};

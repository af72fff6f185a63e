import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import type { IllustrationProps } from "./lazy-illustration.ts";
import { SCENES, WIDE_SCENES, type Part } from "./scenes.ts";

const CONTRAST = "@media (forced-colors: active)";

/** Tones follow the brand and the colour scheme; forced colours reduce them to dark and light. */
const TONES: SystemStyleObject = {
  ...Object.fromEntries(
    [1, 2, 3, 4, 5].flatMap((tone) => [
      [
        `& .p${tone}`,
        {
          fill: `var(--brand-pic${tone})`,
          [CONTRAST]: tone < 3 ? { fill: "CanvasText" } : { fill: "Canvas", stroke: "CanvasText" },
        },
      ],
      [
        `& .s${tone}`,
        {
          fill: "none",
          stroke: `var(--brand-pic${tone})`,
          strokeLinecap: "round",
          strokeLinejoin: "round",
          [CONTRAST]: { stroke: tone < 3 ? "CanvasText" : "Canvas" },
        },
      ],
    ]),
  ),
};

/** A low window, as at 400 %, has room for words only. */
const LOW: SystemStyleObject = { "@media (max-height: 400px)": { display: "none" } };

/** A page with a side column and no rail shows the wide scene there instead. */
const UNLESS_BESIDE: SystemStyleObject = {
  "@media (min-width: 992px)": {
    "main[data-wide]:not([data-railed]) &": { display: "none" },
  },
};

const MOVES = "@media (prefers-reduced-motion: no-preference)";

/** Animations: the tick is drawn, the seal pops, and the confetti drifts. */
const PARTY: SystemStyleObject = {
  ...TONES,
  "& .seal, & .bits > *": { transformBox: "fill-box", transformOrigin: "center" },
  "& .tick": { strokeDasharray: "60" },
  [MOVES]: {
    "& .seal": { animation: "pop 0.4s cubic-bezier(0.2, 0.9, 0.3, 1.2) both" },
    "& .tick": { animation: "draw 0.6s 0.12s cubic-bezier(0.2, 0.7, 0.2, 1) both" },
    "& .bits > *": { animation: "drift 0.9s 0.3s ease-out both" },
  },
};

/** A decorative picture in the brand's tones; nothing for an unknown name. */
export function Illustration({ name, place = "above" }: IllustrationProps) {
  if (name === "success") return place === "above" ? <Party /> : null;
  const wide = WIDE_SCENES[name];
  if (place === "side") return wide === undefined ? null : <WideScene scene={wide} />;
  const scene = SCENES[name];
  return scene === undefined ? null : (
    <chakra.svg
      data-chrome
      viewBox="0 0 160 128"
      width={{ base: "120px", lg: "160px" }}
      height={{ base: "96px", lg: "128px" }}
      marginBottom="4"
      aria-hidden="true"
      focusable="false"
      css={{ ...TONES, ...LOW, ...(wide === undefined ? undefined : UNLESS_BESIDE) }}
    >
      {scene.map((part) => (
        <Shape key={part[1]} part={part} />
      ))}
    </chakra.svg>
  );
}

/** The large picture at the head of the side column; in a narrow window the small one stands. */
function WideScene({ scene }: { readonly scene: readonly Part[] }) {
  return (
    <chakra.svg
      data-chrome
      viewBox="0 0 400 240"
      display={{ base: "none", lg: "block" }}
      width="100%"
      aria-hidden="true"
      focusable="false"
      css={{ ...TONES, ...LOW }}
    >
      {scene.map((part) => (
        <Shape key={part[1]} part={part} />
      ))}
    </chakra.svg>
  );
}

function Shape({ part: [tone, path, width] }: { readonly part: Part }) {
  return <path className={tone < 0 ? `s${-tone}` : `p${tone}`} d={path} strokeWidth={width} />;
}

/** Confetti: x, y, size, tone; those with a rotation are strips. */
const BITS = [
  [36, 12, 4, 2, 20],
  [88, 8, 3, 1, 0],
  [16, 34, 4, 2, 0],
  [6, 70, 5, 3, 0],
  [22, 94, 4, 1, -20],
  [102, 102, 4, 1, -30],
  [114, 20, 4, 2, 35],
  [130, 46, 3.5, 1, 0],
  [122, 86, 5.5, 3, 0],
  [148, 16, 2.5, 3, 0],
  [154, 70, 4, 2, 45],
  [172, 38, 4, 1, -15],
  [178, 88, 4, 3, 0],
  [196, 62, 2.5, 2, 0],
  [206, 24, 4, 3, 60],
  [222, 94, 4, 2, 10],
  [246, 74, 4, 3, -40],
  [258, 26, 3, 2, 0],
  [288, 52, 4, 2, 20],
  [326, 34, 4, 3, -50],
] as const;

function Party() {
  return (
    <chakra.svg
      data-chrome
      viewBox="0 0 350 112"
      width="350px"
      maxWidth="100%"
      height="112px"
      marginBottom="5"
      aria-hidden="true"
      focusable="false"
      css={{ ...PARTY, ...LOW }}
    >
      <g className="bits">
        {BITS.map(([x, y, size, tone, turn]) =>
          turn === 0 ? (
            <circle key={x} className={`p${tone}`} cx={x} cy={y} r={size} />
          ) : (
            <path
              key={x}
              className={`s${tone}`}
              strokeWidth={size + 1}
              d={`M${x - 3} ${y - turn / 20}l6 ${turn / 10}`}
            />
          ),
        )}
      </g>
      <g className="seal">
        <circle className="p4" cx="68" cy="56" r="46" />
        <circle className="p1" cx="68" cy="56" r="35" />
      </g>
      <path className="s4 tick" strokeWidth="8" d="m52 57 12 12 22-24" />
    </chakra.svg>
  );
}

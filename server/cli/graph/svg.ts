import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import type {
  FlowPicture,
  PictureArrow,
  PictureTimer,
} from "../../../engine/tools/flow-picture.ts";
import { connectPhases, type Connector, type PlacedBand } from "./connect-phases.ts";
import {
  BOX,
  layOutPhase,
  type PlacedBox,
  type PlacedLine,
  type PlacedPhase,
} from "./lay-out-phase.ts";
import { PICTURE_STYLE } from "./picture-style.ts";
import { truncateText, wrapText } from "./wrap-text.ts";

const MARGIN = 32;
const INSET = 20;
const HEAD = 44;
const GAP = 24;
const LEGEND = 130;

/**
 * The picture as SVG, made without a browser or a network: one band for each phase, from top to
 * bottom. Text stays text, and colours follow the reader's system.
 *
 * @param title describes the picture and its variant
 */
export function svg(title: string, picture: FlowPicture): string {
  const placed = picture.phases.map((phase) => layOutPhase(phase, picture));
  const width = Math.max(720, ...placed.map((phase) => phase.width)) + 2 * (MARGIN + INSET);
  const all = picture.phases.flatMap(({ screens }) => screens);
  // Screens with equal titles show their names, too.
  const titles = new Map(
    all.map(({ name, title: heading }) => [
      name,
      all.filter((other) => other.title === heading).length > 1 ? name : heading,
    ]),
  );
  const bands = stackBands(placed);
  const below = (bands.at(-1)?.bottom ?? MARGIN + 48) + GAP;
  const timers = drawTimers(picture.timers, below, width);
  const top = below + timers.height;
  const height = top + LEGEND;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}" role="graphics-document document" aria-labelledby="title desc">`,
    `<title id="title">${escapeHtml(title)}</title>`,
    `<desc id="desc">${all.length} screens in ${picture.phases.length} phases, from top to bottom. Arrows lead from screen to screen; thick ones are the main way. Other ways to other phases are listed in the boxes. Point at an arrow or a line to read every way.</desc>`,
    `<style>${PICTURE_STYLE}</style>`,
    `<defs>${["line", "main", "strong"].map((name) => `<marker id="${name}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path class="head ${name}" d="M0 1 9 5 0 9z"/></marker>`).join("")}</defs>`,
    `<rect class="ground" width="100%" height="100%"/>`,
    `<text class="heading" x="${MARGIN}" y="${MARGIN + 20}">${escapeHtml(title)}</text>`,
    ...bands.map((band) => drawGround(band, width)),
    ...connectPhases(bands, picture.arrows, GAP).map(drawConnector),
    ...bands.map((band) => drawBand(band, titles)),
    timers.drawing,
    legend(top, width, picture),
    "</svg>",
    "",
  ].join("\n");
}

/** Places the phases below one another. */
function stackBands(phases: readonly PlacedPhase[]): readonly PlacedBand[] {
  let top = MARGIN + 48;
  return phases.map((placed) => {
    const bottom = top + placed.height + HEAD + INSET;
    const band = { placed, top, bottom, origin: { x: MARGIN + INSET, y: top + HEAD } };
    top = bottom + GAP;
    return band;
  });
}

/** The ground of a band; lines between bands lie on it, and below all boxes. */
function drawGround({ placed: { phase }, top, bottom }: PlacedBand, width: number): string {
  return `<rect class="band${phase.stepUp ? " step-up" : ""}" x="${MARGIN}" y="${round(top)}" width="${round(width - 2 * MARGIN)}" height="${round(bottom - top)}" rx="14"/>`;
}

function drawBand(
  { placed: { phase, boxes, lines }, top, origin }: PlacedBand,
  titles: ReadonlyMap<string, string>,
): string {
  return [
    `<g class="${phase.stepUp ? "lane" : "part"}" aria-label="${escapeHtml(phase.description)}">`,
    `<text class="phase" x="${origin.x}" y="${round(top + 28)}">${escapeHtml(phase.description)}</text>`,
    `<g transform="translate(${origin.x} ${round(origin.y)})">`,
    // Lines first: a label may cover a line, never the reverse.
    ...lines.map(drawLine),
    ...boxes.map((box) => drawBox(box, titles)),
    ...lines.map(drawLabel),
    "</g></g>",
  ].join("\n");
}

function drawConnector({ arrow, corners }: Connector): string {
  const [style, head] = styleOf(arrow);
  const path = corners.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${round(x)} ${round(y)}`);
  return `<g>${tip(arrow)}<path class="${style}" d="${path.join("")}" stroke-linejoin="round" marker-end="url(#${head})"/></g>`;
}

/** The class of a line, and the marker of its head. */
function styleOf({ followed, main, back }: PictureArrow): readonly [style: string, head: string] {
  if (followed) return ["followed", "strong"];
  if (main) return ["main", "main"];
  return [back ? "back" : "forward", "line"];
}

/** A band with the timers; nothing for a flow without any. */
function drawTimers(
  timers: readonly PictureTimer[],
  top: number,
  width: number,
): { readonly drawing: string; readonly height: number } {
  if (timers.length === 0) return { drawing: "", height: 0 };
  const left = MARGIN + INSET;
  const fits = Math.floor((width - 2 * left) / 6.4);
  let y = top + HEAD;
  const entries = timers.map(({ name, description, times }) => {
    const lines = wrapText(`${name}: ${times}`, fits, 3);
    const texts = [
      `<text class="title" x="${left}" y="${round(y + 12)}">${escapeHtml(truncateText(description, fits))}</text>`,
      ...lines.map(
        (line, at) =>
          `<text class="exit" x="${left}" y="${round(y + 12 + (at + 1) * BOX.small)}">${escapeHtml(line)}</text>`,
      ),
    ];
    y += BOX.title + lines.length * BOX.small + 10;
    return `<g><title>${escapeHtml(`${name}: ${times}`)}</title>${texts.join("")}</g>`;
  });
  const height = y - top + INSET / 2;
  return {
    height: height + GAP,
    drawing: [
      `<g class="part" aria-label="Timers">`,
      `<rect class="band" x="${MARGIN}" y="${round(top)}" width="${round(width - 2 * MARGIN)}" height="${round(height)}" rx="14"/>`,
      `<text class="phase" x="${left}" y="${round(top + 28)}">Timers, which fire without a visitor</text>`,
      ...entries,
      "</g>",
    ].join("\n"),
  };
}

function drawLine({ arrow, points }: PlacedLine): string {
  const [style, head] = styleOf(arrow);
  return `<g>${tip(arrow)}<path class="${style}" d="${curve(points)}" marker-end="url(#${head})"/></g>`;
}

function drawLabel({ arrow, label, at }: PlacedLine): string {
  if (label.length === 0) return "";
  const first = at.y - ((label.length - 1) * 14) / 2 + 4;
  const lines = label
    .map(
      (text, index) =>
        `<tspan x="${round(at.x)}" y="${round(first + index * 14)}">${escapeHtml(text)}</tspan>`,
    )
    .join("");
  const wide = Math.max(...label.map((text) => text.length)) * 5.9 + 8;
  const under = `<rect class="under" x="${round(at.x - wide / 2)}" y="${round(first - 12)}" width="${round(wide)}" height="${label.length * 14 + 3}" rx="4"/>`;
  return `${under}<text class="way${arrow.followed ? " strong" : ""}">${tip(arrow)}${lines}</text>`;
}

function drawBox(
  { screen, x, y, height, title, exits, moreExits, undrawn }: PlacedBox,
  titles: ReadonlyMap<string, string>,
): string {
  const left = BOX.padding;
  let line = BOX.padding - 5;
  const text = (style: string, words: string, step: number, inner = "") => {
    line += step;
    return `<text class="${style}" x="${left}" y="${round(line)}">${inner}${escapeHtml(words)}</text>`;
  };
  const state = [
    screen.steps.length > 0 ? "met" : "",
    screen.played === true ? "played" : screen.played === false ? "missed" : "",
  ]
    .filter((each) => each !== "")
    .join(" ");
  const parts = [
    `<g transform="translate(${round(x)} ${round(y)})">`,
    `<rect class="screen ${state}" width="${BOX.width}" height="${round(height)}" rx="9"/>`,
    ...title.map((words) => text("title", words, BOX.title)),
    text(
      "name",
      truncateText(screen.name, 32),
      BOX.small,
      `<title>${escapeHtml(screen.path)}</title>`,
    ),
  ];
  if (exits.length + undrawn.length > 0 || screen.played === false) line += 8;
  for (const exit of exits)
    parts.push(
      text(
        exit.followed ? "exit strong" : exit.main ? "exit main" : "exit",
        `→ ${truncateText(titles.get(exit.to) ?? exit.to, exit.main || exit.followed ? 25 : 27)}`,
        BOX.small,
        tip(exit),
      ),
    );
  const titled = (arrows: readonly PictureArrow[]) =>
    `<title>${escapeHtml(arrows.map(({ to, ways }) => `→ ${titles.get(to) ?? to}: ${ways.join("; ")}`).join("\n"))}</title>`;
  if (moreExits.length > 0)
    parts.push(text("exit", `→ and ${moreExits.length} more`, BOX.small, titled(moreExits)));
  if (undrawn.length > 0)
    parts.push(text("exit", `↩ ${undrawn.length} back`, BOX.small, titled(undrawn)));
  if (screen.played === false) parts.push(text("exit warn", "no fixture comes by", BOX.small));
  if (screen.steps.length > 0) {
    const steps = screen.steps.join(", ");
    const wide = 14 + steps.length * 7;
    parts.push(
      `<rect class="badge" x="${BOX.width - wide + 6}" y="-11" width="${wide}" height="22" rx="11"/><text class="step" x="${BOX.width - wide / 2 + 6}" y="4">${steps}</text>`,
    );
  }
  return [...parts, "</g>"].join("");
}

function legend(top: number, width: number, { phases, arrows }: FlowPicture): string {
  const screens = phases.flatMap((phase) => phase.screens);
  const entries: readonly (readonly [sample: string, description: string])[] = [
    ['<path class="forward" d="M0 0h36" marker-end="url(#line)"/>', "leads on"],
    ...(arrows.some(({ main }) => main)
      ? [['<path class="main" d="M0 0h36" marker-end="url(#main)"/>', "the main way"] as const]
      : []),
    ...(arrows.some(({ back, drawn, main }) => back && drawn && !main)
      ? [['<path class="back" d="M0 0h36" marker-end="url(#line)"/>', "leads back"] as const]
      : []),
    ...(screens.some(({ steps }) => steps.length > 0)
      ? [
          [
            '<path class="followed" d="M0 0h36" marker-end="url(#strong)"/>',
            "the journey, its steps numbered",
          ] as const,
        ]
      : []),
    ...(phases.some(({ stepUp }) => stepUp)
      ? [
          [
            '<rect class="band step-up" y="-10" width="36" height="20" rx="5"/>',
            "asked only when needed",
          ] as const,
        ]
      : []),
    ...(screens.some(({ played }) => played !== undefined)
      ? ([
          [
            '<rect class="screen played" y="-10" width="36" height="20" rx="5"/>',
            "a fixture comes by",
          ],
          ['<rect class="screen missed" y="-10" width="36" height="20" rx="5"/>', "none does"],
        ] as const)
      : []),
  ];
  let x = MARGIN;
  let y = top + 24;
  const drawn = entries.map(([sample, description]) => {
    const wide = 48 + description.length * 7.2;
    if (x + wide > width - MARGIN) [x, y] = [MARGIN, y + 32];
    const at = x;
    x += wide + 28;
    return `<g transform="translate(${round(at)} ${round(y)})">${sample}<text class="note" x="46" y="4">${escapeHtml(description)}</text></g>`;
  });
  return [
    ...drawn,
    `<text class="note" x="${MARGIN}" y="${round(y + 40)}">In a box, → names screens of other parts, and ↩ counts ways back. Point at an arrow or a line to read every way.</text>`,
  ].join("\n");
}

/** The tooltip of an arrow: every way in full. */
function tip({ ways }: PictureArrow): string {
  return `<title>${escapeHtml(ways.join("\n"))}</title>`;
}

/** A smooth line through the midpoints of its corners. */
function curve(points: PlacedLine["points"]): string {
  const [first, ...others] = points;
  if (first === undefined) return "";
  const parts = [`M${round(first.x)} ${round(first.y)}`];
  for (const [index, point] of others.entries()) {
    const next = others[index + 1];
    if (next === undefined) parts.push(`L${round(point.x)} ${round(point.y)}`);
    else
      parts.push(
        `Q${round(point.x)} ${round(point.y)} ${round((point.x + next.x) / 2)} ${round((point.y + next.y) / 2)}`,
      );
  }
  return parts.join("");
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}

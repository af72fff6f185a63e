import dagre from "@dagrejs/dagre";
import type {
  FlowPicture,
  PictureArrow,
  PicturePhase,
  PictureScreen,
} from "../../../engine/tools/flow-picture.ts";
import { wrapText } from "./wrap-text.ts";

/** Sizes in pixels; a character is about as wide as these numbers assume. */
export const BOX = { width: 216, padding: 12, title: 18, small: 15 } as const;
const LABEL = { characters: 27, line: 14, width: 168 } as const;
/** Most exits of a phase that are named; more are counted. */
const EXITS = 5;

export interface PlacedBox {
  readonly screen: PictureScreen;
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly title: readonly string[];
  /** Arrows to screens of other phases. */
  readonly exits: readonly PictureArrow[];
  readonly moreExits: number;
}

export interface PlacedLine {
  readonly arrow: PictureArrow;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly label: readonly string[];
  readonly at: { readonly x: number; readonly y: number };
}

export interface PlacedPhase {
  readonly phase: PicturePhase;
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PlacedBox[];
  readonly lines: readonly PlacedLine[];
}

/** Widest picture in pixels; a wider one needs scrolling, or becomes unreadable. */
const WIDEST = 1320;

/**
 * Places a phase's screens from left to right, or from top to bottom where that would be too wide.
 * Arrows run inside of the phase; its exits stand in the boxes.
 */
export function layOutPhase(phase: PicturePhase, picture: FlowPicture): PlacedPhase {
  const across = layOut(phase, picture, "LR");
  if (across.width <= WIDEST) return across;
  const down = layOut(phase, picture, "TB");
  return down.width < across.width ? down : across;
}

function layOut(phase: PicturePhase, { arrows }: FlowPicture, direction: "LR" | "TB"): PlacedPhase {
  const own = new Set(phase.screens.map(({ name }) => name));
  const inside = arrows.filter(({ from, to }) => own.has(from) && own.has(to));
  const graph = new dagre.graphlib.Graph<
    object,
    { readonly width: number; readonly height: number },
    object
  >({ directed: true, multigraph: true });
  graph.setGraph({
    rankdir: direction,
    nodesep: 28,
    ranksep: 36,
    edgesep: 16,
    marginx: 0,
    marginy: 0,
  });
  const faces = phase.screens.map((screen) => {
    const leaving = arrows
      .filter(({ from, to }) => from === screen.name && !own.has(to))
      .toSorted((a, b) => Number(b.followed) - Number(a.followed));
    const exits = leaving.slice(0, EXITS);
    const title = wrapText(screen.title, 23, 2);
    const notes = screen.played === false ? 1 : 0;
    const lines = exits.length + (leaving.length > EXITS ? 1 : 0) + notes;
    return {
      screen,
      title,
      exits,
      moreExits: leaving.length - exits.length,
      height:
        BOX.padding * 2 +
        title.length * BOX.title +
        BOX.small +
        (lines === 0 ? 0 : 8 + lines * BOX.small),
    };
  });
  for (const { screen, height } of faces) graph.setNode(screen.name, { width: BOX.width, height });
  for (const arrow of inside) {
    const label = labelOf(arrow);
    // A back arrow is laid out forwards, so that screens keep the order of their phase.
    const [from, to] = arrow.back ? [arrow.to, arrow.from] : [arrow.from, arrow.to];
    graph.setEdge(
      from,
      to,
      {
        width: label.length === 0 ? 8 : LABEL.width,
        height: label.length * LABEL.line + 6,
        labelpos: "c",
        weight: arrow.back ? 1 : 4,
      },
      nameOf(arrow),
    );
  }
  // Screens without an arrow get a row of their own.
  const alone = phase.screens.filter(
    ({ name }) => !inside.some(({ from, to }) => from === name || to === name),
  );
  for (const [at, { name }] of alone.entries())
    if (at > 0)
      graph.setEdge(
        alone[at - 1]?.name ?? name,
        name,
        { width: 0, height: 0, minlen: 1, weight: 1 },
        "beside",
      );
  dagre.layout(graph);
  const boxes = faces.map((face) => {
    const { x, y } = graph.node(face.screen.name) as unknown as {
      readonly x: number;
      readonly y: number;
    };
    return { ...face, x: x - BOX.width / 2, y: y - face.height / 2 };
  });
  const lines = inside.map((arrow) => {
    const [from, to] = arrow.back ? [arrow.to, arrow.from] : [arrow.from, arrow.to];
    const placed = graph.edge(from, to, nameOf(arrow)) as unknown as {
      readonly points: PlacedLine["points"];
      readonly x?: number;
      readonly y?: number;
    };
    return {
      arrow,
      points: arrow.back ? placed.points.toReversed() : placed.points,
      label: labelOf(arrow),
      at: { x: placed.x ?? 0, y: placed.y ?? 0 },
    };
  });
  const { width = 0, height = 0 } = graph.graph() as {
    readonly width?: number;
    readonly height?: number;
  };
  return { phase, width, height, boxes, lines };
}

function nameOf({ from, to }: PictureArrow): string {
  return `${from} ${to}`;
}

/** The label of an arrow: its first way as a sentence, in two lines; none for a back arrow. */
function labelOf({ ways, back }: PictureArrow): readonly string[] {
  if (back) return [];
  const [first = ""] = ways;
  return [
    ...wrapText(first, LABEL.characters, 2),
    ...(ways.length > 1
      ? [`and ${ways.length - 1} more ${ways.length === 2 ? "way" : "ways"}`]
      : []),
  ];
}

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
/** Maximum number of exits of a phase that are named; more are counted. */
const EXITS = 5;

/** Maximum number of screens without an arrow in one row. */
const ALONE = 4;

export interface PlacedBox {
  readonly screen: PictureScreen;
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly title: readonly string[];
  /** Arrows to screens of other phases. */
  readonly exits: readonly PictureArrow[];
  /** Arrows to screens of other phases that are counted and not listed. */
  readonly moreExits: readonly PictureArrow[];
  /** Arrows inside the phase that are not drawn. */
  readonly undrawn: readonly PictureArrow[];
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

type Graph = ReturnType<typeof newGraph>;
type Box = Omit<PlacedBox, "x" | "y">;

function layOut(phase: PicturePhase, { arrows }: FlowPicture, direction: "LR" | "TB"): PlacedPhase {
  const own = new Set(phase.screens.map(({ name }) => name));
  const within = arrows.filter(({ from, to }) => own.has(from) && own.has(to));
  const inside = within.filter(({ drawn }) => drawn);
  const graph = newGraph(direction);
  const boxes = phase.screens.map((screen) => {
    const leaving = arrows.filter(({ from }) => from === screen.name);
    return boxOf(screen, {
      exits: leaving.filter(({ to }) => !own.has(to)),
      undrawn: leaving.filter(({ to, drawn }) => own.has(to) && !drawn),
    });
  });
  for (const { screen, height } of boxes) graph.setNode(screen.name, { width: BOX.width, height });
  for (const arrow of inside) addArrow(graph, arrow);
  addRowsOfAlone(graph, phase, inside);
  dagre.layout(graph);
  const { width = 0, height = 0 } = graph.graph() as {
    readonly width?: number;
    readonly height?: number;
  };
  return {
    phase,
    width,
    height,
    boxes: boxes.map((box) => placedBox(graph, box)),
    lines: inside.map((arrow) => placedLine(graph, arrow)),
  };
}

function newGraph(direction: "LR" | "TB") {
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
  return graph;
}

/** A screen's box, high enough for its title, its exits and its notes. */
function boxOf(
  screen: PictureScreen,
  { exits: leaving, undrawn }: Pick<Box, "exits" | "undrawn">,
): Box {
  const rank = ({ followed, main }: PictureArrow) => (followed ? 0 : main ? 1 : 2);
  const sorted = leaving.toSorted((a, b) => rank(a) - rank(b));
  const [exits, moreExits] = [sorted.slice(0, EXITS), sorted.slice(EXITS)];
  const title = wrapText(screen.title, 23, 2);
  const notes = screen.played === false ? 1 : 0;
  const counted = [moreExits, undrawn].filter((each) => each.length > 0).length;
  const lines = exits.length + counted + notes;
  return {
    screen,
    title,
    exits,
    moreExits,
    undrawn,
    height:
      BOX.padding * 2 +
      title.length * BOX.title +
      BOX.small +
      (lines === 0 ? 0 : 8 + lines * BOX.small),
  };
}

function addArrow(graph: Graph, arrow: PictureArrow): void {
  const label = labelOf(arrow);
  const [from, to] = endsOf(arrow);
  graph.setEdge(
    from,
    to,
    {
      width: label.length === 0 ? 8 : LABEL.width,
      height: label.length * LABEL.line + 6,
      labelpos: "c",
      weight: arrow.main ? 8 : arrow.back ? 1 : 4,
    },
    nameOf(arrow),
  );
}

/** Puts the screens without an arrow into rows of their own. */
function addRowsOfAlone(graph: Graph, phase: PicturePhase, inside: readonly PictureArrow[]): void {
  const alone = phase.screens.filter(
    ({ name }) => !inside.some(({ from, to }) => from === name || to === name),
  );
  for (const [at, { name }] of alone.entries())
    if (at % ALONE !== 0)
      graph.setEdge(
        alone[at - 1]?.name ?? name,
        name,
        { width: 0, height: 0, minlen: 1, weight: 1 },
        "beside",
      );
}

function placedBox(graph: Graph, box: Box): PlacedBox {
  const { x, y } = graph.node(box.screen.name) as unknown as {
    readonly x: number;
    readonly y: number;
  };
  return { ...box, x: x - BOX.width / 2, y: y - box.height / 2 };
}

function placedLine(graph: Graph, arrow: PictureArrow): PlacedLine {
  const [from, to] = endsOf(arrow);
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
}

/** The ends in order of layout: a back arrow is laid out forwards, so screens keep their order. */
function endsOf({ from, to, back }: PictureArrow): readonly [from: string, to: string] {
  return back ? [to, from] : [from, to];
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

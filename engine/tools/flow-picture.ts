import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { FixtureResult } from "../fixtures/fixture-result.ts";
import { describeRule, type RuleDescriptions } from "../rules/describe-rule.ts";
import { describeTimer } from "./describe-timer.ts";
import { flowGraph, type FlowEdge, type FlowGraph } from "./flow-graph.ts";
import { mainWay } from "./main-way.ts";

/**
 * A flow for display: its screens by phase, with one arrow between two screens for any number of
 * ways.
 */
export interface FlowPicture {
  readonly phases: readonly PicturePhase[];
  readonly arrows: readonly PictureArrow[];
  readonly timers: readonly PictureTimer[];
}

/** A timer, which changes an application without a visitor. */
export interface PictureTimer {
  readonly name: string;
  readonly description: string;
  /** When it fires, and for which applications, as a sentence. */
  readonly times: string;
}

export interface PicturePhase {
  readonly id: string;
  readonly description: string;
  /** A step-up: only some applicants meet it. */
  readonly stepUp: boolean;
  readonly screens: readonly PictureScreen[];
}

export interface PictureScreen {
  readonly name: string;
  /** Displayed title. */
  readonly title: string;
  readonly path: string;
  /** Steps of the followed journey at this screen, from 1; empty without any. */
  readonly steps: readonly number[];
  /** Whether a fixture visits it; undefined without fixtures. */
  readonly played: boolean | undefined;
}

export interface PictureArrow {
  readonly from: string;
  readonly to: string;
  /** One sentence a way. */
  readonly ways: readonly string[];
  /** It leads back to an earlier screen. */
  readonly back: boolean;
  /** The followed journey takes it. */
  readonly followed: boolean;
  /** It is part of the main way. */
  readonly main: boolean;
  /** Drawn as a line; any other is shown on demand. */
  readonly drawn: boolean;
}

/** Options of a picture. */
export interface PictureOptions {
  readonly descriptions: RuleDescriptions;
  /** Screens of a journey, in order. */
  readonly journey?: readonly string[];
  /** All journeys, to show what none of them covers. */
  readonly played?: readonly FixtureResult[];
  /**
   * Draws every way; default: the main way, the followed journey, and the ways on inside of a
   * phase.
   */
  readonly every?: boolean;
  /** The renderer's own words, which name the buttons without words of their own. */
  readonly words?: Readonly<Record<string, string>>;
}

/** Composes the picture. Without phases in flow.yaml the sequences take their place. */
export function flowPicture(flow: CompiledVariant, options: PictureOptions): FlowPicture {
  const { journey = [], descriptions } = options;
  const { nodes, edges } = flowGraph(flow, options);
  const stops = journey.filter((screen, at) => screen !== journey[at - 1]);
  const phases = phasesOf(flow, screensOf(flow, nodes, { ...options, journey: stops }));
  const arrows = arrowsOf(flow, edges, {
    phases,
    followed: hopsOf(stops),
    main: hopsOf(mainWay(flow, phases, edges)),
    every: options.every === true,
    words: options.words ?? {},
  });
  return { phases, arrows, timers: timersOf(flow, descriptions) };
}

/** Pairs of screens that follow one another. */
function hopsOf(screens: readonly string[]): ReadonlySet<string> {
  return new Set(screens.slice(1).map((screen, at) => `${screens[at] ?? ""} ${screen}`));
}

function screensOf(
  flow: CompiledVariant,
  nodes: FlowGraph["nodes"],
  { journey = [], played }: PictureOptions,
): ReadonlyMap<string, PictureScreen> {
  const copy = flow.copy(flow.locales[0] ?? "");
  const met =
    played === undefined ? undefined : new Set(played.flatMap(({ screens }) => [...screens]));
  return new Map(
    nodes.map(({ name, path }) => [
      name,
      {
        name,
        path,
        // A title with placeholders stays unfilled: there is no application.
        title:
          copy
            .text(`${flow.screens.get(name)?.copy ?? ""}.title`)
            ?.replaceAll(/\{(\w+)(?:\W[^{}]*)?\}/g, "…") ?? name,
        steps: journey.flatMap((stop, at) => (stop === name ? [at + 1] : [])),
        played: met?.has(name),
      },
    ]),
  );
}

function phasesOf(
  flow: CompiledVariant,
  screens: ReadonlyMap<string, PictureScreen>,
): readonly PicturePhase[] {
  const named =
    flow.definition.phases ??
    [...flow.sequences].map(([id, members]) => ({
      id,
      description: id,
      screens: members,
      stepUp: false,
    }));
  const placed = new Set(named.flatMap((phase) => phase.screens));
  const rest = [...screens.keys()].filter((name) => !placed.has(name));
  return [
    ...named,
    ...(rest.length === 0
      ? []
      : [{ id: "others", description: "Other screens", screens: rest, stepUp: false }]),
  ].map(({ id, description, stepUp = false, screens: members }) => ({
    id,
    description,
    stepUp,
    screens: members.flatMap((name) => screens.get(name) ?? []),
  }));
}

/** One arrow between two screens for all ways. */
function arrowsOf(
  flow: CompiledVariant,
  edges: readonly FlowEdge[],
  {
    phases,
    followed,
    main,
    every,
    words,
  }: {
    readonly phases: readonly PicturePhase[];
    readonly followed: ReadonlySet<string>;
    readonly main: ReadonlySet<string>;
    readonly every: boolean;
    readonly words: Readonly<Record<string, string>>;
  },
): readonly PictureArrow[] {
  const copy = flow.copy(flow.locales[0] ?? "");
  const labelOf = (from: string, action: string): string | undefined => {
    const under = flow.screens.get(from)?.copy ?? "";
    return (
      copy.text(`${under}.actions.${action}.label`) ??
      copy.text(`${under}.list.actions.${action}.label`) ??
      words[`actions.${action}.label`]
    );
  };
  const order = phases.flatMap((phase) => phase.screens.map(({ name }) => name));
  const phaseOf = new Map(
    phases.flatMap(({ id, screens }) => screens.map(({ name }) => [name, id] as const)),
  );
  const arrows = new Map<string, PictureArrow & { readonly ways: string[] }>();
  for (const edge of edges) {
    const { from, to } = edge;
    const sentence = sentenceOf(edge, labelOf);
    const key = `${from} ${to}`;
    const back = order.indexOf(to) < order.indexOf(from);
    const isMarked = followed.has(key) || main.has(key);
    const arrow = arrows.get(key) ?? {
      from,
      to,
      ways: [],
      back,
      followed: followed.has(key),
      main: main.has(key),
      drawn: every || isMarked || (!back && phaseOf.get(from) === phaseOf.get(to)),
    };
    if (!arrow.ways.includes(sentence)) arrow.ways.push(sentence);
    arrows.set(key, arrow);
  }
  return [...arrows.values()];
}

function timersOf(flow: CompiledVariant, descriptions: RuleDescriptions): readonly PictureTimer[] {
  return [...flow.timers.values()].map(({ id, definition, when }) => {
    const where = definition.screen === undefined ? "" : `, on ${definition.screen}`;
    const rule = when === undefined ? "" : `, when ${describeRule(when.rule, descriptions)}`;
    return {
      name: id,
      description: definition.description ?? id,
      times: `${describeTimer(definition, descriptions)}${where}${rule}`,
    };
  });
}

/** The sentence with the button's label, where the action has one. */
function sentenceOf(
  { from, label, description: sentence }: FlowEdge,
  labelOf: (from: string, action: string) => string | undefined,
): string {
  const [action = ""] = label.split(": ");
  const words = labelOf(from, action);
  return words === undefined ? sentence : `“${words}”${sentence.slice(action.length)}`;
}

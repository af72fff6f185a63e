import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { FixtureResult } from "../fixtures/fixture-result.ts";
import type { CopyBook } from "../copy/copy-book.ts";
import { flowGraph, type FlowEdge } from "./flow-graph.ts";
import type { RuleDescriptions } from "./describe-rule.ts";

/** A flow as people look at it: its screens by phase, and one arrow between two screens however many ways there are. */
export interface FlowPicture {
  readonly phases: readonly PicturePhase[];
  readonly arrows: readonly PictureArrow[];
}

export interface PicturePhase {
  readonly id: string;
  readonly description: string;
  /** Met only when something more is asked for. */
  readonly stepUp: boolean;
  readonly screens: readonly PictureScreen[];
}

export interface PictureScreen {
  readonly name: string;
  /** What people read on top of it. */
  readonly title: string;
  readonly path: string;
  /** Places on the journey that is followed, from 1; empty: it is not on it. */
  readonly steps: readonly number[];
  /** A journey comes by; undefined when that was not asked. */
  readonly played: boolean | undefined;
}

export interface PictureArrow {
  readonly from: string;
  readonly to: string;
  /** A sentence for each way. */
  readonly ways: readonly string[];
  /** It leads back to where people came from. */
  readonly back: boolean;
  /** The journey that is followed goes here. */
  readonly followed: boolean;
}

/** What is asked of a picture besides the flow itself. */
export interface PictureOptions {
  readonly sayings: RuleDescriptions;
  /** Screens of a journey, in order. */
  readonly journey?: readonly string[];
  /** All journeys, to show where none comes by. */
  readonly played?: readonly FixtureResult[];
}

/** Puts the picture together. Without phases in flow.yaml its sequences take their place. */
export function flowPicture(
  flow: CompiledVariant,
  { sayings, journey = [], played }: PictureOptions,
): FlowPicture {
  const { nodes, edges } = flowGraph(flow, sayings);
  const copy = flow.copy(flow.market.locales[0] ?? "");
  const met =
    played === undefined ? undefined : new Set(played.flatMap(({ screens }) => [...screens]));
  const stops = journey.filter((screen, at) => screen !== journey[at - 1]);
  const screens = new Map(
    nodes.map(({ name, path }) => [
      name,
      {
        name,
        path,
        // A title with places in it is not filled here: there is no application.
        title:
          copy
            .text(`${flow.screens.get(name)?.copy ?? ""}.title`)
            ?.replaceAll(/\{(\w+)(?:\W[^{}]*)?\}/g, "…") ?? name,
        steps: stops.flatMap((stop, at) => (stop === name ? [at + 1] : [])),
        played: met?.has(name),
      },
    ]),
  );
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
  const phases = [
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
  const followed = new Set(stops.slice(1).map((screen, at) => `${stops[at] ?? ""} ${screen}`));
  const order = phases.flatMap((phase) => phase.screens.map(({ name }) => name));
  const arrows = new Map<
    string,
    { from: string; to: string; ways: string[]; back: boolean; followed: boolean }
  >();
  for (const edge of edges) {
    const { from, to } = edge;
    const sentence = sentenceOf(edge, flow, copy);
    const key = `${from} ${to}`;
    const arrow = arrows.get(key) ?? {
      from,
      to,
      ways: [],
      back: order.indexOf(to) < order.indexOf(from),
      followed: followed.has(key),
    };
    if (!arrow.ways.includes(sentence)) arrow.ways.push(sentence);
    arrows.set(key, arrow);
  }
  return { phases, arrows: [...arrows.values()] };
}

/** The sentence with the words of the button in it, where the action has one. */
function sentenceOf(
  { from, label, description: sentence }: FlowEdge,
  flow: CompiledVariant,
  copy: CopyBook,
): string {
  const [action = ""] = label.split(": ");
  const under = flow.screens.get(from)?.copy ?? "";
  const words =
    copy.text(`${under}.actions.${action}.label`) ??
    copy.text(`${under}.list.actions.${action}.label`);
  return words === undefined ? sentence : `“${words}”${sentence.slice(action.length)}`;
}

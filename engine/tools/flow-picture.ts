import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { FixtureResult } from "../fixtures/fixture-result.ts";
import type { CopyBook } from "../copy/copy-book.ts";
import { flowGraph, type FlowEdge } from "./flow-graph.ts";
import type { RuleDescriptions } from "./describe-rule.ts";

/**
 * A flow for display: its screens by phase, with one arrow between two screens for any number of
 * ways.
 */
export interface FlowPicture {
  readonly phases: readonly PicturePhase[];
  readonly arrows: readonly PictureArrow[];
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
}

/** Options of a picture. */
export interface PictureOptions {
  readonly sayings: RuleDescriptions;
  /** Screens of a journey, in order. */
  readonly journey?: readonly string[];
  /** All journeys, to show what none of them covers. */
  readonly played?: readonly FixtureResult[];
}

/** Composes the picture. Without phases in flow.yaml the sequences take their place. */
export function flowPicture(
  flow: CompiledVariant,
  { sayings, journey = [], played }: PictureOptions,
): FlowPicture {
  const { nodes, edges } = flowGraph(flow, sayings);
  const copy = flow.copy(flow.locales[0] ?? "");
  const met =
    played === undefined ? undefined : new Set(played.flatMap(({ screens }) => [...screens]));
  const stops = journey.filter((screen, at) => screen !== journey[at - 1]);
  const screens = new Map(
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

/** The sentence with the button's label, where the action has one. */
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

import type { FlowPicture, PictureScreen } from "../../../engine/tools/flow-picture.ts";

/** Longest label of an arrow, in characters; longer ones are cut. */
const LONGEST = 72;

/**
 * The picture in Mermaid: phases as subgraphs, step-ups with a dashed border, one arrow between two
 * screens.
 */
export function mermaid(title: string, { phases, arrows: every, timers }: FlowPicture): string {
  const drawn = new Set(phases.flatMap(({ screens }) => screens.map(({ name }) => name)));
  const known = every.filter(({ from, to }) => drawn.has(from) && drawn.has(to));
  const arrows = known.filter((arrow) => arrow.drawn);
  const left = known.length - arrows.length;
  const id = (name: string) => `s_${name.replaceAll(/[^A-Za-z0-9]/g, "_")}`;
  const box = ({ name, title: heading, path, steps }: PictureScreen) =>
    `${id(name)}["${steps.length === 0 ? "" : `${steps.join(", ")} · `}<b>${quoted(heading)}</b><br/>${name}<br/>${quoted(path)}"]`;
  const all = phases.flatMap(({ screens }) => screens);
  const marked = (name: string, style: string, of: readonly PictureScreen[]) =>
    of.length === 0
      ? []
      : [
          `  classDef ${name} ${style}`,
          `  class ${of.map((screen) => id(screen.name)).join(",")} ${name}`,
        ];
  const [followed, main] = [
    arrows.flatMap((arrow, at) => (arrow.followed ? [at] : [])),
    arrows.flatMap((arrow, at) => (arrow.main && !arrow.followed ? [at] : [])),
  ];
  const stepUps = phases.flatMap((phase) => (phase.stepUp ? [`phase_${id(phase.id)}`] : []));
  return [
    `%% ${title}`,
    ...(left === 0 ? [] : [`%% ${left} other ways: --every`]),
    "flowchart TD",
    ...phases.flatMap((phase) => [
      `  subgraph phase_${id(phase.id)}["${quoted(phase.description)}"]`,
      "    direction LR",
      ...phase.screens.map((screen) => `    ${box(screen)}`),
      "  end",
    ]),
    ...arrows.map(
      ({ from, to, ways, back }) =>
        `  ${id(from)} ${back ? "-." : "--"} "${quoted(labelOf(ways))}" ${back ? ".->" : "-->"} ${id(to)}`,
    ),
    ...(timers.length === 0
      ? []
      : [
          '  subgraph timers["Timers, which fire without a visitor"]',
          ...timers.map(
            ({ name, description, times }) =>
              `    timer_${id(name)}(["<b>${quoted(description)}</b><br/>${name}<br/>${quoted(times)}"])`,
          ),
          "  end",
        ]),
    ...stepUps.map((phase) => `  style ${phase} stroke-dasharray:6 4`),
    ...marked(
      "played",
      "stroke:#1d6b3a",
      all.filter((screen) => screen.played === true),
    ),
    ...marked(
      "missed",
      "stroke:#8a5300,stroke-dasharray:5 3",
      all.filter((screen) => screen.played === false),
    ),
    ...marked(
      "met",
      "stroke-width:4px",
      all.filter(({ steps }) => steps.length > 0),
    ),
    ...(followed.length === 0 ? [] : [`  linkStyle ${followed.join(",")} stroke-width:4px`]),
    ...(main.length === 0 ? [] : [`  linkStyle ${main.join(",")} stroke-width:2.5px`]),
  ].join("\n");
}

function labelOf(ways: readonly string[]): string {
  const [first = "", ...others] = ways;
  const cut = first.length > LONGEST ? `${first.slice(0, LONGEST - 1)}…` : first;
  return others.length === 0
    ? cut
    : `${cut} (and ${others.length} more ${others.length === 1 ? "way" : "ways"})`;
}

function quoted(text: string): string {
  return text.replaceAll('"', "#quot;").replaceAll("<", "#lt;").replaceAll(">", "#gt;");
}

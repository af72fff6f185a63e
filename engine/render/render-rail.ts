import type { CompiledSection } from "../compile/compiled-variant.ts";
import type { CompiledScreen } from "../compile/compiled-screen.ts";
import { pathOfScreen } from "../transition/destination.ts";
import type { RenderContext } from "./render-context.ts";
import type { RailView } from "./view.ts";

type Section = RailView["sections"][number];

/** A section with its estimated minutes. */
interface TimedSection extends Section {
  readonly minutes: number | undefined;
  /** The phase that names the section one by one with its sequence. */
  readonly sequence?: string;
}

/**
 * The sections of this applicant's way, in the order of the flow's phases: done, current and to
 * come. Labels lie in the copy under `sections.<phase or screen>`.
 *
 * @returns undefined where the screen is in no section, an outcome, or public, and for the guest of
 *   a link
 */
export function renderRail(context: RenderContext): RailView | undefined {
  const { flow, screen, permission } = context;
  // An outcome asks for nothing, and a public page is open to people of whom nothing is known.
  if (screen.definition.kind === "outcome" || screen.definition.public === true) return undefined;
  // The guest of a link has one part, and the way is the applicant's.
  if (Object.keys(permission.params).length > 0) return undefined;
  if (!flow.sections.some(({ screens }) => screens.includes(screen.id))) return undefined;
  const sections = inOrderOfTime(
    flow.sections.flatMap((part) =>
      part.section === "phase" ? phaseSection(context, part) : screenSections(context, part),
    ),
  );
  if (sections.every(({ state }) => state !== "now")) return undefined;
  const left = sections.filter(({ state }) => state !== "done");
  const minutes = left.reduce((sum, section) => sum + (section.minutes ?? 0), 0);
  const next = nextInSequence(sections);
  return {
    sections: sections.map(({ minutes: _, sequence: __, ...section }) => section),
    ...(minutes === 0 ? {} : { minutes: Math.ceil(minutes) }),
    next,
  };
}

/**
 * Sections with the present one after all phases that are done: a phase may come back, and another
 * one may have been first. In a sequence the order is the flow's, and one may go back in it.
 */
function inOrderOfTime(sections: readonly TimedSection[]): readonly TimedSection[] {
  const at = sections.findIndex(({ state }) => state === "now");
  const now = sections[at];
  if (now === undefined || now.sequence !== undefined) return sections;
  const early = ({ state, sequence }: TimedSection) => state === "done" && sequence === undefined;
  const after = sections.slice(at + 1);
  return [
    ...sections.slice(0, at),
    ...after.filter(early),
    now,
    ...after.filter((section) => !early(section)),
  ];
}

/** What follows in the same sequence. Between phases a table decides, so nothing is promised. */
function nextInSequence(sections: readonly TimedSection[]): string | undefined {
  const at = sections.findIndex(({ state }) => state === "now");
  const next = sections[at + 1];
  return next?.sequence !== undefined && next.sequence === sections[at]?.sequence
    ? next.label
    : undefined;
}

function phaseSection(context: RenderContext, part: CompiledSection): readonly TimedSection[] {
  const { facts, screen } = context;
  const isNow = part.screens.includes(screen.id);
  if (!isNow && part.when?.test(facts) === false) return [];
  const isDone = part.done === undefined ? areDone(context, part) : part.done.test(facts);
  const state = isNow ? "now" : isDone ? "done" : "later";
  const added = part.stepUp === true ? { added: true } : {};
  return [{ ...named(context, part.id), state, ...added, minutes: part.minutes }];
}

/**
 * Whether nothing is left to answer on the screens of a phase that a sequence has; false where none
 * of them has a `done`.
 */
function areDone(context: RenderContext, { screens }: CompiledSection): boolean {
  const { flow, facts } = context;
  const asking = screens
    .filter((name) => isInSequence(context, name))
    .flatMap((name) => flow.screens.get(name) ?? [])
    .filter(({ done }) => done !== undefined);
  return (
    asking.length > 0 &&
    asking.every(
      ({ exists, skip, done }) =>
        exists?.test(facts) === false || skip?.test(facts) === true || done?.test(facts) === true,
    )
  );
}

/** The screens of a phase in their sequence, without those that this applicant skips. */
function screenSections(context: RenderContext, part: CompiledSection): readonly TimedSection[] {
  const { flow, facts, screen: current } = context;
  if (part.when?.test(facts) === false) return [];
  return part.screens.flatMap((name) => {
    const screen = flow.screens.get(name);
    const isNow = name === current.id;
    if (screen === undefined || !isInSequence(context, name)) return [];
    if (!isNow && screen.skip?.test(facts) === true) return [];
    const isDone = !isNow && screen.done?.test(facts) === true;
    const href = isDone ? addressOf(context, screen) : undefined;
    return [
      {
        ...named(context, name),
        state: isNow ? ("now" as const) : isDone ? ("done" as const) : ("later" as const),
        href,
        minutes: part.minutes,
        sequence: part.id,
      },
    ];
  });
}

function isInSequence({ flow }: RenderContext, screen: string): boolean {
  for (const sequence of flow.sequences.values()) if (sequence.includes(screen)) return true;
  return false;
}

/** The address of a completed screen; undefined where it cannot be opened now. */
function addressOf({ flow, facts }: RenderContext, screen: CompiledScreen): string | undefined {
  return screen.allow?.test(facts) === false ? undefined : pathOfScreen(flow, screen, facts);
}

function named({ copy }: RenderContext, id: string): Pick<Section, "id" | "label"> {
  return { id, label: copy.text(`sections.${id}`) ?? id };
}

import type { ApplicationState } from "./state.ts";
import type { CompiledMailedLink, CompiledVariant } from "../compile/compiled-variant.ts";
import { fallbackLocale } from "../language/axes.ts";
import type { Json } from "../language/json.ts";
import type { Decision } from "./answer.ts";
import { Changes } from "./changes.ts";
import { buildFacts } from "./facts.ts";
import { acceptInput, finishUnattended, type Deciding } from "./finish.ts";
import type { Input } from "./input.ts";

/** The action of a step that a mailed link takes. */
export const LINK_ACTION = "@link";

/**
 * Decides about the pressed button of a mailed link. The caller has checked that the link still
 * works.
 */
export function decideLink(
  flow: CompiledVariant,
  state: ApplicationState,
  input: Extract<Input, { kind: "link" }>,
): Decision {
  const link = flow.mailedLinks.get(input.link);
  if (link === undefined) return { kind: "refused", cause: "unknown-action", problems: [] };
  const reason = { kind: "link", link: link.id } as const;
  const changes = new Changes(buildFacts(flow, state, input.context));
  const deciding: Deciding = { flow, state, input, changes, reason };
  const { then } = link.definition;
  if (then === undefined)
    return acceptInput(deciding, { next: { kind: "stay", reason }, notices: [] });
  return finishUnattended(deciding, LINK_ACTION, {
    then,
    with: link.with,
    by: { link: link.id },
  });
}

/** The value that a mailed link names; null without one. The same for every reader. */
export function subjectOfLink(
  flow: CompiledVariant,
  { about }: CompiledMailedLink,
  state: ApplicationState,
  now: string,
): Json {
  if (about === undefined) return null;
  const locale = flow.locales[0] ?? fallbackLocale(flow.definition);
  const reader = { now, variant: flow.variant, locale, signedIn: false, uuids: [] };
  return about.evaluate(buildFacts(flow, state, reader)) ?? null;
}

import { parseDuration } from "../../../rules/duration.ts";
import type { CompiledMailedLink, CompiledVariant } from "../../compiled-variant.ts";
import { idParameterOf } from "../../id-parameter.ts";
import type { Reporter } from "../../reporter.ts";
import type { CheckContext } from "../run/check-context.ts";
import { durationMistake } from "./duration-mistake.ts";
import { PRESS_ROOTS } from "../conditions/scopes.ts";

/** Shortest and longest lifetime of a mailed link, in milliseconds. */
const LIFETIME = { least: 60_000, most: 366 * 86_400_000 };

/** Facts whose values differ when the link is opened: a link about them would not work. */
const FLEETING = [
  "now",
  "today",
  "locale",
  "signedIn",
  "visitor",
  "role",
  "actor",
  "ids",
  "query",
  "params",
  "screen",
  "requested",
  ...PRESS_ROOTS,
];

/** Reports mailed links that do nothing, that no call sends, or that could never be used. */
export function checkMailedLinks({ flow, reporter }: CheckContext): void {
  const sent = new Set<string>();
  for (const call of flow.calls.values())
    for (const { pointer, opens, members = [] } of call.links) {
      if (opens === undefined) continue;
      const at = `/calls/${call.id}/body${pointer.map((segment) => `/${segment}`).join("")}`;
      sent.add(opens);
      if (!flow.mailedLinks.has(opens))
        reporter.unknownName(`${at}/opens`, {
          kind: "mailed link",
          name: opens,
          known: flow.mailedLinks.keys(),
        });
      for (const name of members)
        if (name !== "opens")
          reporter.at(`${at}/${name}`, {
            code: "FLOW-NAME",
            message: `A link that opens "${opens}" has no "${name}": flow.yaml says what it does`,
            about: [opens, name],
            suggestion: `mailedLinks: { ${opens}: … } in flow.yaml`,
          });
    }
  for (const link of flow.mailedLinks.values()) {
    const at = `/flow/mailedLinks/${link.id}`;
    checkEffect(link, { at, sent: sent.has(link.id), flow }, reporter);
    checkLifetime(link, `${at}/lifetime`, reporter);
    const fleeting = link.about?.reads.find((read) =>
      FLEETING.includes(read.split(".")[0] ?? read),
    );
    if (fleeting !== undefined)
      reporter.at(`${at}/about`, {
        code: "FLOW-LINK-ABOUT",
        message: `The link "${link.id}" never works: "${fleeting}" is another value once it is opened`,
        suggestion: "a value of the state, such as the address that it is mailed to",
      });
  }
}

function checkEffect(
  { id, definition }: CompiledMailedLink,
  {
    at,
    sent,
    flow,
  }: { readonly at: string; readonly sent: boolean; readonly flow: CompiledVariant },
  reporter: Reporter,
): void {
  if (definition.admits !== true && definition.then === undefined)
    reporter.at(at, {
      code: "FLOW-LINK-NOTHING",
      message: `The link "${id}" does nothing: it lets nobody in and has no rows`,
      about: [id],
      suggestion: "admits: true, or then: with rows",
    });
  if (!sent)
    reporter.at(at, {
      code: "FLOW-LINK-NOTHING",
      message: `No call sends the link "${id}"`,
      about: [id],
      suggestion: `link: { opens: ${id} } in the body of a call`,
    });
  if (definition.admits === true && idParameterOf(flow.definition) === undefined)
    reporter.at(`${at}/admits`, {
      code: "FLOW-LINK-ID",
      message: `The link "${id}" cannot lead to its application: no path names the application`,
      suggestion: "an id under ids in flow.yaml, and the paths of the screens with it",
    });
}

function checkLifetime(
  { id, definition: { lifetime } }: CompiledMailedLink,
  at: string,
  reporter: Reporter,
): void {
  const ms = parseDuration(lifetime);
  if (ms === undefined) reporter.at(at, { code: "FLOW-LINK-TIME", ...durationMistake(lifetime) });
  else if (ms < LIFETIME.least || ms > LIFETIME.most)
    reporter.at(at, {
      code: "FLOW-LINK-TIME",
      message: `The link "${id}" works for ${lifetime}: the shortest time is 1 minute, the longest a year`,
      suggestion: "7 days",
    });
}

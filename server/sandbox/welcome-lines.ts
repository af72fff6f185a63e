import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import { inLanguage, type Said } from "./sandbox-words.ts";

/** The sandbox's pages. */
export interface SandboxPages {
  readonly hasSignIn: boolean;
  readonly hasInbox: boolean;
}

/** Lines for the welcome: the sandbox's pages, then the test values of each flow. */
export function welcomeLines(
  address: string,
  flows: ReadonlyMap<string, CompiledFlow>,
  { hasSignIn, hasInbox }: SandboxPages,
): readonly string[] {
  const pages = [
    ...(hasSignIn ? [["/sign-in", "Sign in as a test person; no password"]] : []),
    ...(hasInbox ? [["/inbox", "Mails that would have been sent"]] : []),
  ].map(([path = "", text = ""]) => `  ${new URL(path, address).href}`.padEnd(40) + text);
  const values = [...flows.values()].flatMap((flow) => {
    const hints = hintsOf(flow);
    if (hints.length === 0) return [];
    const lines = hints.map(
      ({ value, effect }) => `    ${inLanguage(value, "en").padEnd(44)}${inLanguage(effect, "en")}`,
    );
    return ["", `  Test values of ${flow.id} (sandbox):`, ...lines];
  });
  return [...pages, ...values];
}

interface Hint {
  readonly value: Said;
  readonly effect: Said;
}

/** The test values of a flow, in order. */
export function hintsOf(flow: CompiledFlow): readonly Hint[] {
  const document = flow.attachments["sandbox/platform/hints.yaml"] as
    | { readonly hints?: readonly Hint[] }
    | undefined;
  return [...(document?.hints ?? []), ...examplesOf(flow)];
}

/** Rows of the flow's sandboxes with an example. */
function examplesOf({ sandboxes }: CompiledFlow): readonly Hint[] {
  return [...sandboxes.values()]
    .flatMap(({ calls }) => Object.values(calls).flat())
    .flatMap(({ id, example, description = id }) =>
      example === undefined ? [] : [{ value: example, effect: description }],
    );
}

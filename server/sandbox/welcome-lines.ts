import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";

/** The pages that the sandbox serves here. */
export interface SandboxPages {
  readonly hasSignIn: boolean;
  readonly hasInbox: boolean;
}

/** Lines for the welcome: the sandbox's pages, then the test values of each flow from `sandbox/hints.yaml`. */
export function welcomeLines(
  address: string,
  flows: ReadonlyMap<string, CompiledFlow>,
  { hasSignIn, hasInbox }: SandboxPages,
): readonly string[] {
  const pages = [
    ...(hasSignIn ? [["/sign-in", "Sign in as a test person; no password"]] : []),
    ...(hasInbox ? [["/inbox", "Mails that would have been sent"]] : []),
  ].map(([path = "", text = ""]) => `  ${new URL(path, address).href}`.padEnd(40) + text);
  const values = [...flows.values()].flatMap(({ attachments }) => {
    const document = attachments["sandbox/hints.yaml"] as
      | { readonly hints?: readonly { readonly value: string; readonly effect: string }[] }
      | undefined;
    if (document?.hints === undefined) return [];
    const hints = document.hints.map(({ value, effect }) => `    ${value.padEnd(44)}${effect}`);
    return ["", "  Test values (sandbox):", ...hints];
  });
  return [...pages, ...values];
}

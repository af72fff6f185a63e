import type { MailedLinkDefinition } from "../language/flow.ts";
import { parseDuration } from "../rules/duration.ts";
import type { CompiledMailedLink } from "./compiled-variant.ts";
import type { RuleCompiler } from "./rule-compiler.ts";

/** Compiles the mailed links of a flow, by id. */
export function compileMailedLinks(
  links: Readonly<Record<string, MailedLinkDefinition>>,
  compiler: RuleCompiler,
): ReadonlyMap<string, CompiledMailedLink> {
  return new Map(
    Object.entries(links).map(([id, definition]) => {
      const at = `/flow/mailedLinks/${id}`;
      const link: CompiledMailedLink = {
        id,
        definition,
        lifetimeMs: parseDuration(definition.lifetime) ?? 0,
        about: compiler.rule(definition.about, `${at}/about`),
        with: compiler.template(definition.with, `${at}/with`),
      };
      return [id, link] as const;
    }),
  );
}

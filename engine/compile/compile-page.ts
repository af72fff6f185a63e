import type { FlowDefinition } from "../language/flow.ts";
import type { JsonObject } from "../language/json.ts";
import type { CompiledRule } from "../rules/compiled-rule.ts";
import type { RuleCompiler } from "./rule-compiler.ts";
import { allowedLocation, scriptOrigins } from "./origins.ts";

/** The additions of a variant's pages to the renderer's own. */
export interface CompiledPage {
  readonly scripts: readonly PageScript[];
  readonly marks: ReadonlyMap<string, CompiledRule>;
  readonly dataLayer: boolean;
}

export interface PageScript {
  readonly src: string;
  readonly data: Readonly<Record<string, string>>;
}

/**
 * Evaluates the script definitions of a variant once, over its configuration, out of reach of any
 * application.
 *
 * @param constants facts that all applications of the variant share
 */
export function compilePage(
  { page }: FlowDefinition,
  constants: JsonObject,
  compiler: RuleCompiler,
): CompiledPage {
  const origins = scriptOrigins(constants["config"] as JsonObject);
  return {
    scripts: (page?.scripts ?? []).flatMap((script, index) => {
      const at = `/flow/page/scripts/${index}`;
      const src = compiler.rule(script.src, `${at}/src`)?.evaluate(constants);
      if (typeof src !== "string" || src === "") return [];
      const allowed = allowedLocation(src, [...origins]);
      if (allowed === undefined)
        compiler.reporter.at(`${at}/src`, {
          code: "FLOW-SCRIPT-ORIGIN",
          message: `The script "${src}" is no path of this site, and its origin is not in config.scriptOrigins`,
        });
      const data = Object.entries(script.data ?? {}).map(([name, rule]) => [
        name,
        String(compiler.rule(rule, `${at}/data/${name}`)?.evaluate(constants) ?? ""),
      ]);
      return allowed === undefined
        ? []
        : [{ src: allowed, data: Object.fromEntries(data) as Record<string, string> }];
    }),
    marks: new Map(
      Object.entries(page?.marks ?? {}).flatMap(([key, rule]) => {
        const made = compiler.condition(rule, `/flow/page/marks/${key}`);
        return made === undefined ? [] : [[key, made] as const];
      }),
    ),
    dataLayer:
      compiler.condition(page?.dataLayer, "/flow/page/dataLayer")?.test(constants) ?? false,
  };
}

import { SHELL_LOCALE } from "../../../engine/copy/shell-words.ts";
import { fallbackLocale, localesOf } from "../../../engine/language/axes.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import type { ConfiguredProviders } from "../../calls/read-providers.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type { FlowTools } from "../flow-tools.ts";
import type { VisitTools } from "./visit-tools.ts";

/**
 * The context of a step without a visitor: an event of a provider, a timer. Its language is that of
 * the applicant's latest step, where the flow still has it. It has no ids; a visit that takes a
 * step adds its own.
 */
export function unattendedContext(
  { variant, flow, locale }: Pick<ApplicationRecord, "variant" | "flow" | "locale">,
  tools: FlowTools & Pick<VisitTools, "now">,
): InputContext {
  const live = tools.library().flows.get(flow);
  const providers: ConfiguredProviders = live === undefined ? {} : tools.providersOf(live);
  return {
    now: tools.now(),
    variant: { ...variant, environment: tools.environment },
    locale:
      live === undefined
        ? SHELL_LOCALE
        : (localesOf(live.definition, variant).find((offered) => offered === locale) ??
          localesOf(live.definition, variant)[0] ??
          fallbackLocale(live.definition)),
    signedIn: false,
    uuids: [],
    providers,
  };
}

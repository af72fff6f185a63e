import type { CheckContext } from "./run/check-context.ts";
import type { CheckMemory, RememberedCheck } from "./run/check-memory.ts";
import { checkDone } from "./ways/check-done.ts";
import { checkEvents } from "./services/check-events.ts";
import { checkLiveRules } from "./forms/check-live-rules.ts";
import { checkNamedRules } from "./rules/check-named-rules.ts";
import { checkNames } from "./files/check-names.ts";
import { checkSandboxes } from "./services/check-sandboxes.ts";
import { checkServices } from "./services/check-services.ts";
import { checkProved } from "./rules/check-proved.ts";
import { checkQueries } from "./screens/check-queries.ts";
import { checkRoles } from "./services/check-roles.ts";
import { attempt } from "./run/attempt.ts";
import { checkAnswers } from "./rules/check-answers.ts";
import { checkBack } from "./screens/check-back.ts";
import { checkFleeting } from "./rules/check-fleeting.ts";
import { checkMissingDone } from "./screens/check-missing-done.ts";
import { checkFormatBounds } from "./forms/check-format-bounds.ts";
import { checkElements } from "./rules/check-elements.ts";
import { checkCalls, checkMessagePlaces, checkProviderRequests } from "./services/check-calls.ts";
import { checkChoiceValues } from "./rules/check-choice-values.ts";
import { checkChanges } from "./screens/check-changes.ts";
import { checkCircles } from "./screens/check-circles.ts";
import { checkContrast } from "./copy/check-contrast.ts";
import { checkCopy } from "./copy/check-copy.ts";
import { checkEntry } from "./rules/check-entry.ts";
import { checkChoices } from "./forms/check-choices.ts";
import { checkForms } from "./forms/check-forms.ts";
import { checkFrames } from "./copy/check-frames.ts";
import { checkInstants } from "./rules/check-instants.ts";
import { checkKeptPrivate } from "./rules/check-kept-private.ts";
import { checkGivenLater } from "./ways/check-given-later.ts";
import { checkLinks } from "./copy/check-links.ts";
import { checkListedIds } from "./files/check-listed-ids.ts";
import { checkLocales } from "./copy/check-locales.ts";
import { checkNeighbours } from "./screens/check-neighbours.ts";
import { checkOfferedChoices } from "./forms/check-offered-choices.ts";
import { checkParts } from "./forms/check-parts.ts";
import { checkPathParameters } from "./screens/check-path-parameters.ts";
import { checkOpenCalls } from "./services/check-open-calls.ts";
import { checkOwners } from "./services/check-owners.ts";
import { checkPatterns } from "./files/check-patterns.ts";
import { checkPhases } from "./screens/check-phases.ts";
import { checkSchemaWords } from "./rules/check-schema-words.ts";
import { checkIncludedTexts } from "./copy/check-included-texts.ts";
import { checkPlaceholders } from "./copy/check-placeholders.ts";
import { checkSettings } from "./files/check-settings.ts";
import { checkShownSecrets } from "./copy/check-shown-secrets.ts";
import { checkShownValues } from "./copy/check-shown-values.ts";
import { checkPolls } from "./services/check-polls.ts";
import { checkConfiguredDurations, checkDurations } from "./services/check-durations.ts";
import { checkSandboxValues } from "./services/check-sandbox-values.ts";
import { checkAmountsAndFlags } from "./services/check-amounts-and-flags.ts";
import { checkStateShape } from "./rules/check-state-shape.ts";
import { checkStateSchema } from "./files/check-state-schema.ts";
import { checkStartAgain } from "./screens/check-start-again.ts";
import { checkTables } from "./screens/check-tables.ts";
import { checkMailedLinks } from "./screens/check-mailed-links.ts";
import { checkTimerRows } from "./screens/check-timer-rows.ts";
import { checkTimers } from "./screens/check-timers.ts";
import { checkTypedRecipients } from "./services/check-typed-recipients.ts";
import { checkUnwritten } from "./copy/check-unwritten.ts";
import { checkValues } from "./rules/check-values.ts";
import { checkWays } from "./ways/check-ways.ts";
import { checkExits } from "./screens/check-exits.ts";

/**
 * One check: its name in a report of its own failure, and the part of the definition tree it looks
 * at.
 */
interface VariantCheck {
  readonly name: string;
  readonly at: string;
  readonly check: (context: CheckContext) => void;
}

/** Checks that no value of a setting changes the result of. */
const CHECKS: readonly VariantCheck[] = [
  { name: "the state", at: "/state", check: checkStateShape },
  { name: "names", at: "/flow", check: checkNames },
  { name: "names of guards and values", at: "/guards", check: checkNamedRules },
  { name: "services", at: "/services", check: checkServices },
  { name: "requests of calls", at: "/calls", check: checkCalls },
  { name: "requests of providers", at: "/providers", check: checkProviderRequests },
  { name: "sandboxes", at: "/sandboxes", check: checkSandboxes },
  { name: "values of sandboxes", at: "/sandboxes", check: checkSandboxValues },
  { name: "durations", at: "/flow", check: checkDurations },
  { name: "roles", at: "/roles", check: checkRoles },
  { name: "patterns", at: "/flow", check: checkPatterns },
  { name: "analytics events", at: "/events", check: checkEvents },
  { name: "entry parameters", at: "/flow", check: checkEntry },
  { name: "calls of open pages", at: "/calls", check: checkOpenCalls },
  { name: "recipients of messages", at: "/calls", check: checkTypedRecipients },
  { name: "proved places", at: "/state", check: checkProved },
  { name: "owners", at: "/flow", check: checkOwners },
  { name: "private values", at: "/flow", check: checkKeptPrivate },
  { name: "live values", at: "/flow", check: checkLiveRules },
  { name: "tables", at: "/tables", check: checkTables },
  { name: "what later screens give", at: "/flow", check: checkGivenLater },
  { name: "exits", at: "/flow", check: checkExits },
  { name: "beginning anew", at: "/tables", check: checkStartAgain },
  { name: "actions that lead back", at: "/flow", check: checkCircles },
  { name: "neighbours", at: "/flow", check: checkNeighbours },
  { name: "fleeting facts", at: "/screens", check: checkFleeting },
  { name: "screens that hold people back", at: "/flow", check: checkMissingDone },
  { name: "screens that are done too early", at: "/screens", check: checkDone },
  { name: "ways back", at: "/screens", check: checkBack },
  { name: "phases", at: "/flow/phases", check: checkPhases },
  { name: "links of summaries", at: "/screens", check: checkChanges },
  { name: "lines of summaries", at: "/screens", check: checkShownValues },
  { name: "secrets in texts", at: "/flow", check: checkShownSecrets },
  { name: "places of messages", at: "/tables", check: checkMessagePlaces },
  { name: "path parameters", at: "/flow", check: checkPathParameters },
  { name: "parameters of addresses", at: "/tables", check: checkQueries },
  { name: "ids in lists", at: "/screens", check: checkListedIds },
  { name: "forms", at: "/forms", check: checkForms },
  { name: "choices", at: "/forms", check: checkChoices },
  { name: "choices of lists", at: "/forms", check: checkOfferedChoices },
  { name: "parts of forms", at: "/screens", check: checkParts },
  { name: "bounds of formats", at: "/forms", check: checkFormatBounds },
  { name: "entries of lists", at: "/flow", check: checkElements },
  { name: "the state's schema", at: "/state", check: checkStateSchema },
  { name: "words of schemas", at: "/state", check: checkSchemaWords },
  { name: "answers of calls", at: "/calls", check: checkAnswers },
  { name: "compared values", at: "/flow", check: checkValues },
  { name: "instants", at: "/flow", check: checkInstants },
  { name: "timers", at: "/flow/timers", check: checkTimers },
  { name: "rows of timers", at: "/flow/timers", check: checkTimerRows },
  { name: "mailed links", at: "/flow/mailedLinks", check: checkMailedLinks },
  { name: "languages", at: "/copy", check: checkLocales },
  { name: "places of texts", at: "/copy", check: checkPlaceholders },
  { name: "texts in texts", at: "/copy", check: checkIncludedTexts },
  { name: "unwritten texts", at: "/copy", check: checkUnwritten },
];

/** Checks that try out conditions: they take longer than all others together. */
const PROOFS: readonly VariantCheck[] = [
  { name: "ways between screens", at: "/flow", check: checkWays },
];

/** Checks of the values of settings and of the theme. */
const CONFIGURED_CHECKS: readonly VariantCheck[] = [
  { name: "frames and origins", at: "/config", check: checkFrames },
  { name: "values of choices", at: "/values", check: checkChoiceValues },
  { name: "settings", at: "/config", check: checkSettings },
  { name: "durations of settings", at: "/config", check: checkConfiguredDurations },
  { name: "polling", at: "/screens", check: checkPolls },
  { name: "links", at: "/config/links", check: checkLinks },
  { name: "slips", at: "/flow", check: checkAmountsAndFlags },
  { name: "contrast", at: "/theme", check: checkContrast },
];

/**
 * Runs the checks that give the same result for every value of the settings, but for the proofs:
 * once per structure.
 */
export function checkVariant(context: CheckContext, memory: CheckMemory): void {
  run(CHECKS, "setting types", { context, memory });
  for (const locale of context.flow.locales)
    run(
      [
        {
          name: `texts of ${locale}`,
          at: `/copy/${locale}`,
          check: (given) => checkCopy(given, locale),
        },
      ],
      "setting types",
      { context, memory },
    );
}

/** Proves that every applicant can finish: once per structure, after its other checks. */
export function proveVariant(context: CheckContext, memory: CheckMemory): void {
  run(PROOFS, "setting types", { context, memory });
}

/** Runs the checks that depend on settings and theme: for every variant. */
export function checkConfigured(context: CheckContext, memory: CheckMemory): void {
  run(CONFIGURED_CHECKS, "setting values", { context, memory });
}

function run(
  checks: readonly VariantCheck[],
  dependsOn: RememberedCheck["dependsOn"],
  { context, memory }: { readonly context: CheckContext; readonly memory: CheckMemory },
): void {
  for (const { name, at, check } of checks)
    memory.run(
      {
        name,
        dependsOn,
        check: (noted) => attempt(name, at, noted.reporter, () => check(noted)),
      },
      context,
    );
}

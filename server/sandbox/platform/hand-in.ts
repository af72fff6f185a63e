import { asObject, type Json, type JsonObject } from "../../../engine/language/json.ts";
import { done, DROPPED, failed, refused, type Answer } from "./answer.ts";
import { applicationFacts } from "./application-facts.ts";
import { belongsToAnother, type Customer } from "./customer.ts";
import { decideApplication } from "./decide.ts";
import type { Work } from "./platform-tools.ts";
import type { PlatformApplication } from "./repositories/platform-applications.ts";
import { changed, decided } from "./standing.ts";
import { textOf } from "./tables.ts";

/** A submitted application. */
export interface HandedIn {
  readonly sent: JsonObject;
  readonly intent: string;
  readonly customer: Customer | undefined;
}

/** Stores a submission, unless a test value refuses it; its first customer owns it. */
export async function handIn(
  work: Work,
  application: PlatformApplication,
  { sent, intent, customer }: HandedIn,
): Promise<Answer> {
  if (belongsToAnother(application.customer, customer))
    return failed(403, "Forbidden", "The application belongs to another account");
  const about: JsonObject = { ...asObject(sent["application"]), id: application.id };
  const body = { ...withFlatNames(sent), application: about };
  const outcome = decideApplication(work.tables(), body);
  const refusal = refusalOf(
    outcome.refuse,
    outcome.status,
    outcome.set["apiVersion"] === "V1" || about["apiVersion"] === "V1",
  );
  if (refusal !== undefined) return refusal;
  const kept = {
    ...changed(application, work.tables()),
    body,
    intent,
    customer: application.customer ?? customer?.hash,
    decidedAt: undefined,
  };
  await work.applications.put(kept);
  return done(applicationFacts(kept, work.now()));
}

/**
 * A submission with the documented names, `applicant.name` and `company.name`, as they are stored:
 * as first, last and legal name.
 */
function withFlatNames(sent: JsonObject): JsonObject {
  const { name: person = null, ...applicant } = asObject(sent["applicant"]);
  const company = asObject(sent["company"]);
  // The name of a store is its own.
  const legalName = sent["store"] === undefined ? textOf(company["name"]) : undefined;
  return {
    ...sent,
    applicant: { ...applicant, ...asObject(person) },
    company: { ...company, ...(legalName === undefined ? {} : { legalName }) },
  };
}

/** Decides an application; the decision stands until data changes. */
export async function onboard(
  work: Work,
  application: PlatformApplication,
  customer: Customer | undefined,
): Promise<Answer> {
  if (application.outcome !== undefined) return done(applicationFacts(application, work.now()));
  const outcome = decideApplication(work.tables(), application.body);
  if (outcome.drop === true) return DROPPED;
  if (outcome.status !== undefined)
    return refused(outcome.status, `The sandbox answers ${outcome.status}`);
  const now = work.now();
  const kept = {
    ...decided(application, outcome, work.tables()),
    decidedAt: now,
    onboardedAt: application.onboardedAt ?? now,
    customer: application.customer ?? customer?.hash,
  };
  await work.applications.save(kept);
  return done(applicationFacts(kept, now));
}

/** A new application. */
export function begun(id: string, now: string): PlatformApplication {
  return {
    id,
    body: {},
    customer: undefined,
    intent: "CREATE_BUSINESS",
    business: id.slice("urn:app:".length),
    decision: "PENDING",
    stepUps: [],
    outcome: undefined,
    decidedAt: undefined,
    onboardedAt: undefined,
    progress: {},
    code: undefined,
    createdAt: now,
  };
}

/** The intent in upper case, for any spelling (C-11). */
export function intentOf(sent: Json | undefined): string {
  return (textOf(sent) ?? "CREATE_BUSINESS").toUpperCase().replaceAll("-", "_");
}

/**
 * The refusal of a creation. In version V1 refusals carry details, and one with status 400 carries
 * two.
 */
function refusalOf(
  message: string | undefined,
  status: number | undefined,
  v1: boolean,
): Answer | undefined {
  if (!v1) return message === undefined ? undefined : refused(400, message);
  const details = [
    ...(message === undefined ? [] : [message]),
    ...(status === 400
      ? ["The business could not be verified", "The applicant could not be verified"]
      : []),
  ];
  return details.length === 0
    ? undefined
    : { status: 400, body: { details: details.map((description) => ({ description })) } };
}

import { asObject, type Json, type JsonObject } from "../../../engine/language/json.ts";
import type { PlatformApplication } from "./repositories/platform-applications.ts";
import type { PlatformOwner } from "./repositories/platform-owners.ts";
import { isVerified } from "./standing.ts";
import type { Later } from "./generated/decisions.ts";
import { textOf } from "./tables.ts";

/** An application in the platform's answers, without typed data except names. */
export function applicationFacts(application: PlatformApplication, now: string): JsonObject {
  const { id, body, outcome, progress } = application;
  const about = asObject(body["application"]);
  const applicant = asObject(body["applicant"]);
  const company = asObject(body["company"]);
  const decision = reportedDecision(application, now);
  return {
    id,
    applicationId: id,
    businessId: application.business,
    ...(application.intent === "ADD_STORE" ? { storeId: storeIdOf(id) } : {}),
    intent: application.intent,
    decision,
    status: decision === "PENDING" ? "IN_PROGRESS" : "COMPLETED",
    applicationLevel: "FULL",
    boStatus: "NONE",
    enableDeposits: decision === "APPROVED",
    apiVersion: textOf(about["apiVersion"]) ?? "V2",
    ...outcome?.set,
    ...laterOf(application, now)?.set,
    ...(progress.boStatus === undefined ? {} : { boStatus: progress.boStatus }),
    stepUpDetails: [...application.stepUps],
    ...knownMember("shopperId", asObject(about["context"])["shopperId"]),
    ...knownMember("organizationId", about["organizationId"]),
    createdAt: application.createdAt,
    applicant: {
      id: idOf("apl", id),
      name: {
        firstName: applicant["firstName"] ?? null,
        lastName: applicant["lastName"] ?? null,
      },
      firstName: applicant["firstName"] ?? null,
      lastName: applicant["lastName"] ?? null,
      email: { id: idOf("eml", id), emailAddress: emailOf(applicant) },
      phone: { id: idOf("phn", id) },
      governmentIdentification: { id: idOf("gid", id) },
      terms: { id: idOf("trm", id) },
    },
    company: {
      id: idOf("cmp", id),
      governmentIdentification: { id: idOf("cgi", id) },
      legalName: company["legalName"] ?? null,
      dba: company["dba"] ?? null,
      name: company["legalName"] ?? company["name"] ?? null,
      currency: currencyOf(application),
    },
  };
}

/** The decision as reported now: a test value may delay it. */
export function reportedDecision(application: PlatformApplication, now: string): string {
  const { decision, outcome, decidedAt } = application;
  const { pendingForMs } = outcome ?? {};
  const reported = laterOf(application, now)?.decision ?? decision;
  if (pendingForMs === undefined || decidedAt === undefined) return reported;
  return Date.parse(now) - Date.parse(decidedAt) < pendingForMs ? "PENDING" : reported;
}

/** The later change that a test value requests, once it is due. */
function laterOf({ outcome, decidedAt }: PlatformApplication, now: string): Later | undefined {
  const { later } = outcome ?? {};
  if (later === undefined || decidedAt === undefined) return undefined;
  return Date.parse(now) - Date.parse(decidedAt) >= later.afterMs ? later : undefined;
}

/** An owner in the platform's answers, without numbers, birthday and address. */
export function ownerFacts(owner: PlatformOwner): JsonObject {
  return {
    id: owner.id,
    type: owner.body["type"] ?? "OWNER",
    firstName: owner.body["firstName"] ?? null,
    lastName: owner.body["lastName"] ?? null,
    email: { emailAddress: emailOf(owner.body) },
    ...(owner.body["governmentIdentification"] === undefined
      ? {}
      : { governmentIdentification: { id: idOf("gid", owner.id) } }),
    decision: owner.decision,
    verified: isVerified(owner),
    stepUpDetails: [...owner.stepUps],
  };
}

/** The trading name of a business. */
export function businessName({ body }: PlatformApplication): string | null {
  const company = asObject(body["company"]);
  return textOf(company["dba"]) ?? textOf(company["name"]) ?? textOf(company["legalName"]) ?? null;
}

/** The currency of the company; dollars where it names none. */
export function currencyOf({ body }: PlatformApplication): string {
  return textOf(asObject(body["company"])["currency"]) ?? "USD";
}

/** The reseller of an application. */
export function resellerOf({ body }: PlatformApplication): string | undefined {
  return textOf(asObject(body["application"])["referralUrlId"]);
}

/** The id of the store that an application creates. */
export function storeIdOf(applicationId: string): string {
  return idOf("store", applicationId);
}

/** A member, where its value is known. */
function knownMember(member: string, value: Json | undefined): JsonObject {
  const text = textOf(value);
  return text === undefined ? {} : { [member]: text };
}

/** The stable id of a part of an application, or of an owner. */
function idOf(kind: string, of: string): string {
  return `${kind}-${uuidIn(of)}`;
}

/** The UUID of an id of the platform, `urn:KIND:UUID`, with a kind of three letters. */
export function uuidIn(id: string): string {
  return id.slice("urn:app:".length);
}

function emailOf(person: JsonObject): Json {
  const { email } = person;
  return typeof email === "string" ? email : (asObject(email)["emailAddress"] ?? null);
}

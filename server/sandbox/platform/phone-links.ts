import { ownMember, asObject, type JsonObject } from "../../../engine/language/json.ts";
import type { PlatformApplication } from "./repositories/platform-applications.ts";
import type { PlatformCheck } from "./repositories/platform-checks.ts";
import type { PhoneLink } from "./generated/values.ts";
import type { SandboxTables } from "./tables.ts";

/** Spec 2 §4: "by link (expires after 5 minutes)". */
export const LINK_LIFETIME_MS = 300_000;

/** The course of messages to the applicant's mobile phone. */
export function phoneLinkOf({ body }: PlatformApplication, tables: SandboxTables): PhoneLink {
  const { byLast4, default: others } = tables.values.phoneLinks;
  const last4 = digitsOf(asObject(body["applicant"])).slice(-4);
  return ownMember(byLast4, last4) ?? others;
}

/** The digits of the applicant's mobile phone; empty when unknown. */
export function phoneOf({ body }: PlatformApplication): string {
  return digitsOf(asObject(body["applicant"]));
}

/** The status of a polled link: a test value may open or fail it after some polls. */
export function linkStatus(
  { status, polls, startedAt }: PlatformCheck,
  { polls: limit, ends }: PhoneLink,
  now: string,
): string {
  if (status !== "IN_PROGRESS") return status;
  if (hasExpired(startedAt, now)) return "FAILED";
  return limit >= 0 && polls > limit ? ends : "IN_PROGRESS";
}

/** Whether a link may still be opened; opening it twice does no harm. */
export function mayBeOpened(
  { kind, status, startedAt }: PlatformCheck,
  { expired }: PhoneLink,
  now: string,
): boolean {
  return kind === "phone" && status !== "FAILED" && expired !== true && !hasExpired(startedAt, now);
}

function hasExpired(startedAt: string, now: string): boolean {
  return Date.parse(now) - Date.parse(startedAt) > LINK_LIFETIME_MS;
}

function digitsOf({ phone }: JsonObject): string {
  const { nationalNumber, localPhoneNumber } = asObject(phone);
  return String(
    typeof phone === "string" ? phone : (nationalNumber ?? localPhoneNumber ?? ""),
  ).replaceAll(/\D/g, "");
}

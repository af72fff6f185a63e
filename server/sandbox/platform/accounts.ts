import { asObject, type JsonObject } from "../../../engine/language/json.ts";
import {
  applicationFacts,
  businessName,
  currencyOf,
  storeIdOf,
  reportedDecision,
} from "./application-facts.ts";
import type { Customer } from "./customer.ts";
import {
  applicationOf,
  syntheticAccount,
  syntheticAccounts,
  syntheticApplication,
} from "./synthetic-accounts.ts";
import type { Work } from "./platform-tools.ts";
import type { PlatformApplication } from "./repositories/platform-applications.ts";
import type { SandboxStore } from "./generated/accounts.ts";
import { textOf } from "./tables.ts";

/** Intents that create a business; the others add to one. */
const MAKES_BUSINESS = new Set(["CREATE_BUSINESS", "ADD_PRODUCT"]);

/** The accounts of a customer: decided applications, and the initial ones of a test customer. */
export async function accountsOf(
  work: Work,
  customer: Customer | undefined,
): Promise<readonly PlatformApplication[]> {
  if (customer === undefined) return [];
  const own = (await work.applications.ofCustomer(customer.hash)).filter(({ intent }) =>
    MAKES_BUSINESS.has(intent),
  );
  const tables = work.tables();
  const synthetic = syntheticAccounts(tables, customer.name).filter(({ applicationId }) =>
    own.every(({ id }) => id !== applicationId),
  );
  return [...synthetic.map((account) => applicationOf(tables, account, customer.name)), ...own];
}

/** The application that created a business. */
export async function businessApplication(
  work: Work,
  business: string,
): Promise<PlatformApplication | undefined> {
  const known = (await work.applications.ofBusiness(business)).find(({ intent }) =>
    MAKES_BUSINESS.has(intent),
  );
  return known ?? syntheticApplication(work.tables(), `urn:app:${business}`);
}

/** An account in the platform's answers (spec 1 §3 "Account (list item)"). */
export function accountFacts(account: PlatformApplication, now: string): JsonObject {
  const { applicationLevel } = applicationFacts(account, now);
  const about = asObject(account.body["application"]);
  const context = asObject(about["context"]);
  const serviceId = textOf(about["serviceId"]) ?? textOf(context["serviceId"]);
  const serviceType = textOf(about["serviceType"]) ?? textOf(context["serviceType"]);
  return {
    businessId: account.business,
    applicationId: account.id,
    name: businessName(account),
    applicationLevel: applicationLevel ?? "FULL",
    riskDecision: reportedDecision(account, now),
    createdAt: account.createdAt,
    company: { name: businessName(account), currency: currencyOf(account) },
    originalIntent: account.intent,
    stepUpDetails: [...account.stepUps],
    ...(serviceId === undefined ? {} : { serviceId }),
    ...(serviceType === undefined ? {} : { serviceType }),
  };
}

/** The stores of an account: initial ones, or the business itself, and added ones. */
export async function storesOf(
  work: Work,
  account: PlatformApplication,
): Promise<readonly JsonObject[]> {
  const now = work.now();
  const listed = syntheticAccount(work.tables(), account.id)?.account.stores;
  const added = (await work.applications.ofBusiness(account.business)).filter(
    ({ intent }) => intent === "ADD_STORE",
  );
  return [
    ...(listed === undefined
      ? [storeOf(account, now)]
      : listed.map((store) => listedStore(store, account.business))),
    ...added.map((store) => storeOf(store, now)),
  ];
}

function listedStore({ distributorId, ...store }: SandboxStore, businessId: string): JsonObject {
  return {
    isRecommended: false,
    hasPayments: false,
    status: "ACTIVE",
    ...store,
    businessId,
    attributes: distributorId === undefined ? {} : { distributorId },
  };
}

function storeOf(application: PlatformApplication, now: string): JsonObject {
  const usable = ["APPROVED", "APPROVED_PENDING"].includes(reportedDecision(application, now));
  return {
    storeId: storeIdOf(application.id),
    businessId: application.business,
    name: businessName(application),
    createdAt: application.createdAt,
    isRecommended: false,
    hasPayments: usable,
    status: usable && application.body["attach"] !== false ? "ACTIVE" : "INACTIVE",
    attributes: {},
  };
}

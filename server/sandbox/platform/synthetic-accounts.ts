import { uuidIn } from "./application-facts.ts";
import { decideApplication } from "./decide.ts";
import type { PlatformApplication } from "./repositories/platform-applications.ts";
import { decided, overruled } from "./standing.ts";
import type { SandboxAccount } from "./generated/accounts.ts";
import type { SandboxTables } from "./tables.ts";
import { customerHash } from "./customer.ts";

/** The initial accounts of a test customer. */
export function syntheticAccounts(
  tables: SandboxTables,
  customer: string,
): readonly SandboxAccount[] {
  return Object.hasOwn(tables.accounts, customer)
    ? (tables.accounts[customer]?.accounts ?? [])
    : [];
}

/** The initial account of a business, with its customer. */
export function syntheticAccount(
  tables: SandboxTables,
  applicationId: string,
): { readonly account: SandboxAccount; readonly customer: string } | undefined {
  for (const [customer, { accounts }] of Object.entries(tables.accounts)) {
    const account = accounts.find((each) => each.applicationId === applicationId);
    if (account !== undefined) return { account, customer };
  }
  return undefined;
}

/** The application of an initial account, as if it had been submitted and decided. */
export function syntheticApplication(
  tables: SandboxTables,
  applicationId: string,
): PlatformApplication | undefined {
  const found = syntheticAccount(tables, applicationId);
  return found === undefined ? undefined : applicationOf(tables, found.account, found.customer);
}

/** The application that an account of the tables stands for. */
export function applicationOf(
  tables: SandboxTables,
  account: SandboxAccount,
  customer: string,
): PlatformApplication {
  const {
    applicationId,
    name,
    applicant,
    currency,
    serviceId,
    serviceType,
    applicationLevel,
    boStatus,
  } = account;
  const createdAt = new Date(account.createdAt).toISOString();
  const intent = account.originalIntent ?? "CREATE_BUSINESS";
  const body = {
    application: {
      id: applicationId,
      intent,
      ...(serviceId === undefined ? {} : { serviceId }),
      ...(serviceType === undefined ? {} : { serviceType }),
    },
    applicant,
    company: { legalName: name, dba: name, currency },
  };
  const outcome = decideApplication(tables, body);
  const begun: PlatformApplication = {
    id: applicationId,
    body,
    customer: customerHash(customer),
    intent,
    business: uuidIn(applicationId),
    decision: "PENDING",
    stepUps: [],
    outcome: undefined,
    decidedAt: createdAt,
    onboardedAt: createdAt,
    progress: {},
    code: undefined,
    createdAt,
  };
  const set = { ...outcome.set, applicationLevel, ...(boStatus === undefined ? {} : { boStatus }) };
  return overruled(
    decided(begun, { ...outcome, set, stepUps: account.stepUpDetails ?? [] }, tables),
    account.riskDecision,
    tables,
  );
}

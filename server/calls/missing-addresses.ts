import type { ServiceDefinition } from "../../engine/language/call.ts";

/**
 * Addresses of services that are not set and that nothing replaces outside of development, one
 * sentence each.
 */
export function missingAddresses(
  services: Iterable<ServiceDefinition>,
  env: NodeJS.ProcessEnv,
  environment: string,
): readonly string[] {
  const problems = new Set<string>();
  for (const { baseUrlFrom, sandbox, optional, description } of services) {
    if (baseUrlFrom === undefined || optional === true || isSet(env, baseUrlFrom)) continue;
    const mails = sandbox === "mail";
    if (mails && isSet(env, "SMTP_URL")) continue;
    problems.add(
      `${baseUrlFrom} is not set${mails ? ", nor is SMTP_URL" : ""}; ${environment} needs ${
        mails
          ? "SMTP_URL and MAIL_FROM, the mail server and the address mails come from, or the base URL of a mail service"
          : `the base URL of the service (${description})`
      }`,
    );
  }
  return [...problems];
}

/** Whether a list has an entry; commas alone are none. */
export function isSet(env: NodeJS.ProcessEnv, name: string): boolean {
  return /[^\s,]/.test(env[name] ?? "");
}

import { createTransport } from "nodemailer";
import type { ComposedMail } from "./compose.ts";

/** Delivers mails. */
export interface MailTransport {
  /** @param key the same for every attempt at one mail. Throws when the mail was refused. */
  send(mail: ComposedMail, key: string): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 10_000;

/**
 * Delivers mails to a server by SMTP.
 *
 * @param from address of the sender of mails whose brand has none of its own
 */
export function smtpTransport({
  url,
  from,
}: {
  readonly url: string;
  readonly from: string;
}): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    async send({ to, name, brand, sender = from, subject, text, html }, key) {
      await transport.sendMail({
        // Addresses as objects: a name cannot add another address.
        from: { name: brand, address: sender },
        to: { name, address: to },
        subject,
        text,
        html,
        // The same for every attempt, so that mail programs recognise a duplicate.
        messageId: `<${key}@${sender.split("@")[1] ?? "localhost"}>`,
        headers: { "Auto-Submitted": "auto-generated" },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    close: () => transport.close(),
  };
}

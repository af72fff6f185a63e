import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { misshapen, ProviderDouble, type DoubleAnswer } from "./provider-double.ts";

interface Verification {
  readonly sid: string;
  readonly code: string;
  sent: number;
  checked: number;
}

/**
 * Twilio Verify v2: Verifications and VerificationCheck, with its limits of five and its errors.
 */
export class TwilioDouble extends ProviderDouble {
  readonly account = `AC${"0".repeat(31)}1`;
  readonly token = "a-token-of-twilio";
  readonly service = `VA${"0".repeat(31)}2`;
  private readonly open = new Map<string, Verification>();

  constructor() {
    super("application/x-www-form-urlencoded");
    this.on("POST", "/v2/Services/:service/Verifications", ({ params, body }) =>
      this.send(params["service"], body),
    );
    this.on("POST", "/v2/Services/:service/VerificationCheck", ({ params, body }) =>
      this.check(params["service"], body),
    );
  }

  get environment(): Record<string, string> {
    return {
      TWILIO_ACCOUNT_SID: this.account,
      TWILIO_AUTH_TOKEN: this.token,
      TWILIO_VERIFY_SERVICE_SID: this.service,
      TWILIO_BASE_URL: this.url,
    };
  }

  /** The code that was sent to a phone. */
  codeOf(to: string): string {
    return this.open.get(to)?.code ?? "";
  }

  /** Ten minutes are over. */
  expire(to: string): void {
    this.open.delete(to);
  }

  protected override notThere() {
    return error(404, 20404, "The requested resource was not found").body;
  }

  protected override authorize({
    authorization,
  }: FastifyRequest["headers"]): DoubleAnswer | undefined {
    const expected = `Basic ${Buffer.from(`${this.account}:${this.token}`).toString("base64")}`;
    return authorization === expected ? undefined : error(401, 20003, "Authenticate");
  }

  private send(service: string | undefined, body: unknown): DoubleAnswer {
    if (service !== this.service) return error(404, 20404, "The requested resource was not found");
    const wrong = misshapen(
      body,
      ["To", "Channel"],
      [
        "Locale",
        "CustomFriendlyName",
        "SendDigits",
        "Amount",
        "Payee",
        "RateLimits",
        "ChannelConfiguration",
      ],
    );
    if (wrong !== undefined) return error(400, 60200, `Invalid parameter: ${wrong}`);
    const {
      To: to,
      Channel: channel,
      Locale: locale,
    } = body as { To: string; Channel: string; Locale?: string };
    if (!/^\+[1-9]\d{7,14}$/.test(to)) return error(400, 60200, "Invalid parameter `To`");
    if (!["sms", "call", "email", "whatsapp", "sna"].includes(channel))
      return error(400, 60200, "Invalid parameter `Channel`");
    if (locale !== undefined && !["en", "fr"].includes(locale))
      return error(400, 60200, "Invalid parameter `Locale`");
    const known = this.open.get(to) ?? {
      sid: `VE${randomBytes(16).toString("hex")}`,
      code: String(100_000 + (randomBytes(2).readUInt16BE() % 900_000)),
      sent: 0,
      checked: 0,
    };
    if (known.sent >= 5) return error(429, 60203, "Max send attempts reached");
    known.sent++;
    this.open.set(to, known);
    return {
      status: 201,
      body: this.told(known, to, "pending", {
        send_code_attempts: [
          { time: "2026-01-01T00:00:00.000Z", channel, attempt_sid: `VL${"0".repeat(32)}` },
        ],
        lookup: {},
      }),
    };
  }

  private check(service: string | undefined, body: unknown): DoubleAnswer {
    const path = `/Services/${service ?? ""}/VerificationCheck`;
    if (service !== this.service)
      return error(404, 20404, `The requested resource ${path} was not found`);
    const wrong = misshapen(
      body,
      ["Code"],
      ["To", "VerificationSid", "Amount", "Payee", "SnaClientToken"],
    );
    if (wrong !== undefined) return error(400, 60200, `Invalid parameter: ${wrong}`);
    const { To: to = "", Code: code } = body as { To?: string; Code: string };
    if (!/^.{4,10}$/.test(code)) return error(400, 60200, "Invalid parameter `Code`");
    const known = this.open.get(to);
    if (known === undefined)
      return error(404, 20404, `The requested resource ${path} was not found`);
    if (known.checked >= 5) return error(429, 60202, "Max check attempts reached");
    known.checked++;
    if (known.code !== code) return { status: 200, body: this.told(known, to, "pending") };
    this.open.delete(to);
    return { status: 200, body: this.told(known, to, "approved") };
  }

  private told({ sid }: Verification, to: string, status: string, more: object = {}): object {
    return {
      sid,
      service_sid: this.service,
      account_sid: this.account,
      to,
      channel: "sms",
      status,
      valid: status === "approved",
      amount: null,
      payee: null,
      ...more,
    };
  }
}

/** Twilio's own shape of errors. */
export function error(status: number, code: number, message: string): DoubleAnswer {
  return {
    status,
    body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
  };
}

import { createHmac, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { misshapen, ProviderDouble, type DoubleAnswer } from "./provider-double.ts";

interface Inquiry {
  readonly id: string;
  readonly reference: string;
  readonly template: string;
  status:
    | "created"
    | "pending"
    | "completed"
    | "failed"
    | "expired"
    | "needs_review"
    | "approved"
    | "declined";
}

/**
 * Persona, version 2023-01-05: inquiries are created, resumed, linked to and retrieved; events are
 * signed.
 */
export class PersonaDouble extends ProviderDouble {
  readonly key = "persona_sandbox_key";
  readonly template = "itmpl_People1";
  readonly businessTemplate = "itmpl_Papers1";
  readonly secret = "wbhsec_first";
  readonly inquiries = new Map<string, Inquiry>();

  constructor() {
    super("application/json");
    this.on("POST", "/api/v1/inquiries", ({ body }) => this.create(body));
    this.on("GET", "/api/v1/inquiries/:id", ({ params }) =>
      this.about(params["id"], (inquiry) => ({ status: 200, body: { data: told(inquiry) } })),
    );
    this.on("POST", "/api/v1/inquiries/:id/resume", ({ params }) =>
      this.about(params["id"], (inquiry) => {
        if (["completed", "approved", "declined"].includes(inquiry.status))
          return errors(409, "Inquiry is not resumable");
        inquiry.status = "pending";
        return {
          status: 200,
          body: {
            data: told(inquiry),
            meta: { "session-token": `token-${randomBytes(8).toString("hex")}` },
          },
        };
      }),
    );
    this.on("POST", "/api/v1/inquiries/:id/generate-one-time-link", ({ params }) =>
      this.about(params["id"], (inquiry) => {
        if (inquiry.status === "expired")
          return errors(409, "Inquiry is expired and has to be resumed first");
        const code = `us1-${randomBytes(8).toString("hex")}`;
        return {
          status: 200,
          body: {
            data: told(inquiry),
            meta: {
              "one-time-link": `https://withpersona.com/verify?code=${code}`,
              "one-time-link-short": `https://perso.na/verify?code=${code}`,
            },
          },
        };
      }),
    );
  }

  get environment(): Record<string, string> {
    return {
      PERSONA_API_KEY: this.key,
      PERSONA_TEMPLATE_ID: this.template,
      PERSONA_BUSINESS_TEMPLATE_ID: this.businessTemplate,
      PERSONA_WEBHOOK_SECRET: this.secret,
      PERSONA_BASE_URL: `${this.url}/api/v1`,
    };
  }

  latest(): Inquiry {
    const inquiry = [...this.inquiries.values()].at(-1);
    if (inquiry === undefined) throw new Error("No inquiry was created");
    return inquiry;
  }

  /** An event about an inquiry, as it is sent: with everything that is known of the person. */
  event(
    name: string,
    { id, reference, status }: Pick<Inquiry, "id" | "reference" | "status">,
    eventId = `evt_${randomBytes(8).toString("hex")}`,
  ): string {
    const attributes = {
      status,
      "reference-id": reference,
      "name-first": "Kimberly",
      "name-last": "Lundqvist-Real",
      birthdate: "1991-08-19",
      "social-security-number": "123-45-9901",
    };
    return JSON.stringify({
      data: {
        type: "event",
        id: eventId,
        attributes: {
          name,
          payload: { data: { type: "inquiry", id, attributes } },
          "created-at": "2026-01-01T00:00:00.000Z",
        },
      },
    });
  }

  /** The header that goes with a body. */
  sign(body: string | Buffer, at = Date.now(), secrets: readonly string[] = [this.secret]): string {
    const seconds = Math.floor(at / 1000);
    return secrets
      .map(
        (secret) =>
          `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.`).update(body).digest("hex")}`,
      )
      .join(" ");
  }

  protected override notThere() {
    return errors(404, "Record not found").body;
  }

  protected override authorize({
    authorization,
    "persona-version": version,
  }: FastifyRequest["headers"]): DoubleAnswer | undefined {
    if (authorization !== `Bearer ${this.key}`)
      return errors(401, "Must be authenticated to access this endpoint");
    return version === "2023-01-05" ? undefined : errors(400, "Invalid API version");
  }

  private create(body: unknown): DoubleAnswer {
    const wrong =
      misshapen(body, ["data"], ["meta"]) ??
      misshapen((body as { data: unknown }).data, ["attributes"]);
    if (wrong !== undefined) return errors(400, "Bad request", wrong);
    const { attributes } = (body as { data: { attributes: Record<string, string> } }).data;
    const unknown = misshapen(
      attributes,
      ["inquiry-template-id"],
      ["reference-id", "account-id", "note", "fields", "tags", "redirect-uri", "theme-set-id"],
    );
    if (unknown !== undefined) return errors(400, "Bad request", unknown);
    const template = attributes["inquiry-template-id"] ?? "";
    if (![this.template, this.businessTemplate].includes(template))
      return errors(404, "Record not found", "inquiry-template-id");
    const inquiry: Inquiry = {
      id: `inq_${randomBytes(12).toString("hex")}`,
      reference: attributes["reference-id"] ?? "",
      template,
      status: "created",
    };
    this.inquiries.set(inquiry.id, inquiry);
    return { status: 201, body: { data: told(inquiry) } };
  }

  private about(id: string | undefined, answer: (inquiry: Inquiry) => DoubleAnswer): DoubleAnswer {
    const inquiry = this.inquiries.get(id ?? "");
    return inquiry === undefined ? errors(404, "Record not found") : answer(inquiry);
  }
}

function told({ id, reference, status }: Inquiry): object {
  return {
    type: "inquiry",
    id,
    attributes: {
      status,
      "reference-id": reference,
      "name-first": "Kimberly",
      "created-at": "2026-01-01T00:00:00.000Z",
    },
    relationships: {},
  };
}

/** JSON:API's shape of errors. */
export function errors(status: number, title: string, details?: string): DoubleAnswer {
  return { status, body: { errors: [{ title, ...(details === undefined ? {} : { details }) }] } };
}

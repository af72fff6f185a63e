import type { FastifyRequest } from "fastify";
import { ProviderDouble, type DoubleAnswer } from "./provider-double.ts";

/** Stripe's API as far as it is asked here: a PaymentMethod is retrieved. */
export class StripeDouble extends ProviderDouble {
  readonly key = "a-key-of-stripe";
  /** The page that Stripe's fields stand in. */
  readonly frame = "https://cards.cedar.example/frame";
  private readonly methods = new Map<string, object>();

  constructor() {
    super("application/x-www-form-urlencoded");
    this.on("GET", "/v1/payment_methods/:id", ({ params, headers }) =>
      this.retrieve(params["id"] ?? "", headers),
    );
  }

  get environment(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: this.key,
      STRIPE_CARD_FRAME_URL: this.frame,
      STRIPE_BASE_URL: this.url,
    };
  }

  /** A token as the frame makes one. */
  made(more: object = {}): string {
    const id = `pm_${this.methods.size + 1}Cedar`;
    this.methods.set(id, {
      id,
      object: "payment_method",
      allow_redisplay: "unspecified",
      billing_details: { address: { postal_code: "60614" }, email: null, name: null, phone: null },
      created: 1_726_673_582,
      customer: null,
      livemode: false,
      metadata: {},
      type: "card",
      card: {
        brand: "visa",
        last4: "4242",
        exp_month: 8,
        exp_year: 2031,
        funding: "credit",
        country: "US",
      },
      ...more,
    });
    return id;
  }

  protected override notThere() {
    return stripeError(404, "invalid_request_error", "resource_missing", "Unrecognized request URL")
      .body;
  }

  protected override authorize({
    authorization,
  }: FastifyRequest["headers"]): DoubleAnswer | undefined {
    return authorization === `Bearer ${this.key}`
      ? undefined
      : stripeError(401, "invalid_request_error", undefined, "Invalid API Key provided");
  }

  private retrieve(id: string, headers: FastifyRequest["headers"]): DoubleAnswer {
    if (!/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(String(headers["stripe-version"] ?? "")))
      return stripeError(400, "invalid_request_error", undefined, "Invalid Stripe API version");
    const found = this.methods.get(id);
    return found === undefined
      ? stripeError(
          404,
          "invalid_request_error",
          "resource_missing",
          `No such PaymentMethod: '${id}'`,
        )
      : { status: 200, body: found };
  }
}

function stripeError(
  status: number,
  type: string,
  code: string | undefined,
  message: string,
): DoubleAnswer {
  return {
    status,
    body: {
      error: { type, message, ...(code === undefined ? {} : { code, param: "payment_method" }) },
    },
  };
}

// Generated from schemas/platform/sandbox-values.json by `npm run types:generate`: change the schema, not this file.

/** flows/<flow>/sandbox/platform/values.yaml: what single calls answer outside production. */
export interface SandboxValues {
  /** One-time codes that mean the same at any time. */
  readonly codes: {
    /** What the code is. */
    readonly [k: string]: "right" | "wrong" | "expired" | "error";
  };
  /** Messages by number: it is refused with this when handed in after the application. */
  readonly refusedNumbers: {
    /** The message. */
    readonly [k: string]: string;
  };
  /**
   * Bank accounts with a meaning; the first that fits decides.
   *
   * Items: A bank account.
   */
  readonly banks: readonly {
    /** Its name. */
    readonly id: string;
    /** What it leads to, in words. */
    readonly description: string;
    /** Account number; absent: any. */
    readonly account?: string;
    /** Routing number; absent: any. In Canada the electronic one: 0, institution, transit. */
    readonly routing?: string;
    /** The bank refuses with this HTTP status. */
    readonly status?: number;
    /** What a refusal tells. */
    readonly message?: string;
    /** How far the account is verified; absent: VERIFIED. */
    readonly verification?: "VERIFIED" | "PENDING";
  }[];
  /** What the bank-linking provider answers. */
  readonly instantLink: {
    /** For every user that is not named. */
    readonly default: {
      /** Balance in minor units; absent: not told. */
      readonly availableBalance?: number;
      /** Whether the account can be used at once. */
      readonly instantAuth?: boolean;
      /** The link fails with this HTTP status. */
      readonly status?: number;
      /** What a failure tells. */
      readonly message?: string;
    };
    /** By the user that the public token names, public-sandbox-USER. */
    readonly users: {
      /** What the user leads to. */
      readonly [k: string]: {
        /** What it leads to, in words. */
        readonly description: string;
        /** Balance in minor units; absent: not told. */
        readonly availableBalance?: number;
        /** Whether the account can be used at once. */
        readonly instantAuth?: boolean;
        /** The link fails with this HTTP status. */
        readonly status?: number;
        /** The provider's window is closed before an account is chosen. */
        readonly closes?: boolean;
        /** What a failure tells. */
        readonly message?: string;
      };
    };
  };
  /**
   * Card brands by the first digits of a number, for the card frame.
   *
   * Items: A brand.
   */
  readonly cardBrands: readonly {
    /** Its name. */
    readonly brand: string;
    /**
     * First digits of its numbers; the longest that fits decides.
     *
     * @minItems 1
     *
     * Items: First digits.
     */
    readonly prefixes: readonly string[];
  }[];
  /**
   * Cards, by the token the card frame makes: tok_sbx_BRAND_LAST4.
   *
   * Items: A card.
   */
  readonly cards: readonly {
    /** Last four digits. */
    readonly last4: string;
    /** The number to type into the frame; never sent here. */
    readonly number: string;
    /** What it leads to, in words. */
    readonly description: string;
    /** How a payment is refused; absent: it is paid. */
    readonly payment?: {
      /** The HTTP status. */
      readonly status: number;
      /** The reported value. */
      readonly message: string;
    };
    /** How saving the card is refused; absent: it is saved. */
    readonly save?: {
      /** The HTTP status. */
      readonly status: number;
      /** The reported value. */
      readonly message: string;
    };
    /** It is paid, and the first answers are lost on their way. */
    readonly lost?: {
      /** `dropped`: the connection breaks; `unavailable`: 503; `malformed`: 200 with something that is no JSON. */
      readonly how: "dropped" | "unavailable" | "malformed";
      /** How many answers to the same Idempotency-Key are lost. */
      readonly times: number;
    };
  }[];
  /** The link sent by SMS. */
  readonly phoneLinks: {
    readonly default: PhoneLink;
    /** By the last four digits of the mobile phone. */
    readonly byLast4: {
      /** What becomes of the link. */
      readonly [k: string]: {
        /** What it leads to, in words. */
        readonly description: string;
        /** How often IN_PROGRESS is answered; -1: always. */
        readonly polls: number;
        /** What is answered then. */
        readonly ends: "SUCCESS" | "FAILED" | "IN_PROGRESS";
        /** The link has expired when it is opened. */
        readonly expired?: boolean;
        /** The message cannot be delivered. */
        readonly undeliverable?: boolean;
      };
    };
  };
  /** Identity inquiries by name; tokens choose one, the others get the default. */
  readonly inquiries: {
    readonly [k: string]: Inquiry;
  };
  /**
   * The offers of a business that has any.
   *
   * Items: An offer.
   */
  readonly cashAdvanceOffers: readonly {
    /** Its id. */
    readonly offerId: string;
    /** The amount in minor units. */
    readonly offersAmount: number;
  }[];
  /** Websites by id that are known before any application. */
  readonly websites: {
    /** A website. */
    readonly [k: string]: {
      /** Its address. */
      readonly url: string;
      /** Its name. */
      readonly name: string;
      /** Whether it complies with the terms. */
      readonly compliant: boolean;
    };
  };
  /** Price lists: an order has to have the prices of one of them. Of a reseller's own lists where there are any, otherwise of those without a reseller. */
  readonly prices: readonly PriceList[];
  /** Plans by name: each costs what its profile costs in the first price list of the reseller. */
  readonly plans: {
    /** A plan. */
    readonly [k: string]: {
      /** Its name for people. */
      readonly planName: string;
      /** The profile whose price it has; absent: it costs nothing. */
      readonly profile?: string;
      /** How many days cost nothing. */
      readonly trialPeriodDays: number;
    };
  };
  /** What is configured, by currency. The first row of the currency and the referral counts, otherwise the first of the currency without a referral. */
  readonly configurations: readonly SandboxConfiguration[];
  /** Bundles by profile: each costs what the profiles in it cost. */
  readonly bundles: {
    /**
     * The profiles in it.
     *
     * @minItems 1
     *
     * Items: A profile.
     */
    readonly [k: string]: readonly string[];
  };
  /** Predictions by typed text, in lower case: they override the catalogue's. */
  readonly predictions: {
    /** How it is answered; without a status nothing is predicted. */
    readonly [k: string]: {
      /** What it leads to, in words. */
      readonly description: string;
      /** The HTTP status of a refusal. */
      readonly status?: number;
      /** How long the answer takes, in milliseconds. */
      readonly delayMs?: number;
    };
  };
}
/** For every phone that is not named. */
export interface PhoneLink {
  /** How often IN_PROGRESS is answered; -1: always. */
  readonly polls: number;
  /** What is answered then. */
  readonly ends: "SUCCESS" | "FAILED" | "IN_PROGRESS";
  /** The link has expired when it is opened. */
  readonly expired?: boolean;
  /** The message cannot be delivered. */
  readonly undeliverable?: boolean;
}
/** How an inquiry goes. */
export interface Inquiry {
  /** How often IN_PROGRESS is answered; -1: always. */
  readonly polls: number;
  /** What is answered then. */
  readonly ends: "RECEIVED" | "TIMEOUT";
  /** The decision that its end brings; absent: the one there is. */
  readonly decision?:
    | "PENDING"
    | "APPROVED"
    | "DECLINED"
    | "APPROVED_PENDING"
    | "DECLINED_PENDING"
    | "ERROR";
}
/** A price list. */
export interface PriceList {
  /** Its name. */
  readonly id: string;
  /** Whose prices they are. */
  readonly description: string;
  /** The reseller whose orders have it. */
  readonly reseller?: string;
  /** Prices a month by profile. */
  readonly monthly: {
    /** The price in minor units. */
    readonly [k: string]: number;
  };
  /** Prices of bought items, by profile. */
  readonly once: {
    /** The price in minor units. */
    readonly [k: string]: number;
  };
}
/** A configuration. */
export interface SandboxConfiguration {
  /** The currency. */
  readonly currency: "USD" | "CAD";
  /** The referral whose merchants have it; absent: everybody else. */
  readonly reseller?: string;
  /**
   * Currencies on offer.
   *
   * Items: A currency.
   */
  readonly offeredCurrencies: readonly ("USD" | "CAD")[];
  /** Where a referral's merchants go on to. */
  readonly redirectUrl?: string;
  /** Which kinds of orders there are. */
  readonly orderTypes: {
    /** Whether it is offered. */
    readonly [k: string]: boolean;
  };
  /** What shipping costs, in currency units. */
  readonly shippingCost: number;
}

// Generated from schemas/platform/sandbox-accounts.json by `npm run types:generate`: change the schema, not this file.

/** flows/<flow>/sandbox/platform/accounts.yaml: accounts that test customers have from the start. */
export interface AccountsFile {
  /** Customers by the id they are known by once signed in; test people of the embedded sign-in have their e-mail for an id. */
  readonly customers: {
    /** A customer. */
    readonly [k: string]: {
      /** What it leads to, in words. */
      readonly description: string;
      /**
       * The accounts, in any order.
       *
       * @minItems 1
       */
      readonly accounts: readonly SandboxAccount[];
    };
  };
}
/** An account. */
export interface SandboxAccount {
  /** Id of its application; the business id follows the first eight characters. */
  readonly applicationId: string;
  /** Name of the business. */
  readonly name: string;
  /** Who applied. */
  readonly applicant: {
    /** First name. */
    readonly firstName: string;
    /** Last name. */
    readonly lastName: string;
    /** E-mail. */
    readonly email: string;
    /** Mobile phone. */
    readonly phone?: string;
  };
  /** Its currency. */
  readonly currency: "USD" | "CAD";
  /** Its level. */
  readonly applicationLevel: "BASIC" | "FULL";
  /** The decision. */
  readonly riskDecision:
    | "PENDING"
    | "APPROVED"
    | "DECLINED"
    | "APPROVED_PENDING"
    | "DECLINED_PENDING"
    | "ERROR";
  /**
   * Step-ups still to be answered; absent: none.
   *
   * Items: A step-up.
   */
  readonly stepUpDetails?: readonly string[];
  /** What is known of owners; absent: NONE. */
  readonly boStatus?: "NONE" | "WAITING_FOR_INFO" | "INFO_PROVIDED";
  /** What it was applied for; absent: CREATE_BUSINESS. */
  readonly originalIntent?: "CREATE_BUSINESS" | "ADD_PRODUCT";
  /** The partner's service. */
  readonly serviceId?: string;
  /** Kind of the partner's service. */
  readonly serviceType?: string;
  /** When it was made, ISO 8601. */
  readonly createdAt: string;
  /** Its stores; absent: one of the business's own name. */
  readonly stores?: readonly SandboxStore[];
}
/** A store. */
export interface SandboxStore {
  /** Its id. */
  readonly storeId: string;
  /** Its name. */
  readonly name: string;
  /** When it was made, ISO 8601. */
  readonly createdAt: string;
  /** It is recommended in the picker. */
  readonly isRecommended?: boolean;
  /** Payments are set up in it. */
  readonly hasPayments?: boolean;
  /** How it stands. */
  readonly status?: "ACTIVE" | "INACTIVE";
  /** Who distributes for it. */
  readonly distributorId?: string;
}

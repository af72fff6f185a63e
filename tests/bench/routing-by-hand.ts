/** What the rules of the bench read; anything may be missing. */
export interface RoutedFacts {
  readonly portal?: string;
  readonly currency?: string;
  readonly application?: {
    readonly decision?: string | null;
    readonly stepUpDetails?: readonly string[];
    readonly submitting?: boolean;
    readonly intent?: string;
    readonly boStatus?: string;
    readonly originalApplicationLevel?: string;
    readonly applicationLevel?: string;
  };
  readonly flags?: {
    readonly isPhoneAuthEnabled?: boolean;
    readonly addStorePagesEnabled?: boolean;
    readonly alternatePartnerFlow?: boolean;
    readonly newSignupFlowEnabled?: boolean;
  };
  readonly bank?: { readonly submitted?: boolean };
  readonly order?: { readonly submitted?: boolean };
  readonly channel?: {
    readonly requested?: boolean;
    readonly name?: string;
    readonly type?: string;
  };
}

/**
 * The rules of the bench as a person writes them in TypeScript: the index of the first that holds.
 */
export function firstByHand(facts: RoutedFacts): number {
  const { application, flags } = facts;
  const decision = application?.decision;
  if (decision === "ERROR") return 0;
  if (!decision) return 1;
  const stepUp = application?.stepUpDetails?.find((each) => each !== "BO_VERIFICATION");
  if (stepUp) return 2 + firstStepUp(stepUp, facts);
  const approved = decision === "APPROVED" || decision === "APPROVED_PENDING";
  if (application?.intent === "ADD_STORE" && flags?.addStorePagesEnabled) return approved ? 12 : 13;
  const channelWanted = wantsChannel(facts);
  if (facts.bank?.submitted && !channelWanted) return 14;
  const hosting = facts.portal === "hosting";
  if (decision === "PENDING") {
    if (application?.intent === "ADD_PRODUCT") return 15;
    if (!hosting) return 18;
    return flags?.alternatePartnerFlow && !facts.order?.submitted ? 16 : 17;
  }
  const { boStatus } = application ?? {};
  if (boStatus === "INFO_PROVIDED" || boStatus === "WAITING_FOR_INFO") {
    if (approved && hosting && !flags?.newSignupFlowEnabled) return 19;
    if (approved && !hosting && facts.bank?.submitted) return 20;
    return 21;
  }
  if (!approved) return 25;
  if (channelWanted) return 22;
  return application?.originalApplicationLevel === "BASIC" &&
    application.applicationLevel === "FULL"
    ? 23
    : 24;
}

function firstStepUp(stepUp: string, { application, flags, currency }: RoutedFacts): number {
  switch (stepUp) {
    case "BO_INFO":
      return 0;
    case "BUSINESS_INFO":
      return 1;
    case "OTP_SMS":
    case "PHONE_AUTH":
      return flags?.isPhoneAuthEnabled && currency !== "CAD" ? 2 : 3;
    case "GOV_ID_SELFIE":
      return 4;
    case "EIN_DOC":
      return 5;
    case "FULL_SSN":
      return 6;
    case "FULL_ONBOARDING":
      return application?.submitting ? 7 : 8;
    default:
      return 9;
  }
}

function wantsChannel({ channel, application }: RoutedFacts): boolean {
  if (channel?.requested === false) return false;
  return Boolean(
    channel?.requested || channel?.name || channel?.type || application?.intent === "ADD_CHANNEL",
  );
}

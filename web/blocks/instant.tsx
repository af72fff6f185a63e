import { useTranslation } from "react-i18next";
import { useScripted } from "../ui/use-scripted.ts";

/**
 * An instant in words: in the reader's time zone once scripts run, before that and without them in
 * UTC, which it then names.
 *
 * @param at ISO 8601
 */
export function Instant({ at }: { readonly at: string }) {
  const { i18n } = useTranslation();
  const scripted = useScripted();
  const format = new Intl.DateTimeFormat(i18n.language, {
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    ...(scripted ? {} : { timeZone: "UTC", timeZoneName: "short" }),
  });
  return <time dateTime={at}>{format.format(new Date(at))}</time>;
}

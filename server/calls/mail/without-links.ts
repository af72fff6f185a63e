/**
 * A dot of a host's name, in any script: before a label that begins with a letter. A letter may
 * have marks of its own, as in many scripts of India.
 */
const HOST_DOT = /(?<=[\p{L}\p{M}\p{N}-])[.\u3002\uFF0E\uFF61](?=[\p{L}][\p{L}\p{M}\p{N}-])/gu;

/** The first dot of four numbers that a path or a port follows. */
const NUMBERS_DOT = /(?<![\d.])(\d{1,3})\.(?=\d{1,3}\.\d{1,3}\.\d{1,3}(?:\/|:\d))/g;

/** The beginning of an address with a scheme. */
const SCHEME = /(?<=[\p{L}\p{N}]):(?=[/\\\uFF0F]{2})/gu;

/**
 * A value as mail programs make no link of it: a space stands after each dot of what may be a host,
 * and after the colon of a scheme. A person reads the same: `Booking. com`, `Dr. Smith`. Amounts,
 * dates and abbreviations stay as they are, and the text can be copied, since nothing invisible is
 * in it.
 */
export function withoutLinks(value: string): string {
  return value
    .normalize("NFC")
    .replaceAll(SCHEME, ": ")
    .replaceAll(HOST_DOT, ". ")
    .replaceAll(NUMBERS_DOT, "$1. ");
}

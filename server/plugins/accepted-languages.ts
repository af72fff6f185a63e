import type { FastifyRequest } from "fastify";

/** The locale that a visitor chose, whether or not it is offered to them. */
export function chosenLocale(request: FastifyRequest): string | undefined {
  return request.cookies["market"];
}

/** Languages in order of wish: the visitor's own choice, the browser's, the query's. */
export function acceptedLanguages(
  request: FastifyRequest,
  query: Readonly<Record<string, string>>,
): readonly string[] {
  const header = request.headers["accept-language"] ?? "";
  const browser = header
    .split(",")
    .map((part) => {
      const [tag = "", quality = "q=1"] = part.trim().split(";");
      return { tag, weight: Number(quality.replace("q=", "")) || 0 };
    })
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
  return [chosenLocale(request), ...browser, query["language"]]
    .filter((tag): tag is string => tag !== undefined && /^[a-zA-Z]{2}(-[a-zA-Z]{2})?$/.test(tag))
    .map(canonicalTag);
}

function canonicalTag(tag: string): string {
  const [language = "", country] = tag.split("-");
  return country === undefined
    ? language.toLowerCase()
    : `${language.toLowerCase()}-${country.toUpperCase()}`;
}

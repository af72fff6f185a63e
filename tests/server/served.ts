import type { Service } from "../../server/service.ts";

/** What a service serves, one row for each way of asking; HEAD is GET without the body. */
export function served(service: Service): string[] {
  const told = service.app.endpoints.map((each) => each.replace(/ \/assets\/.*/, " /assets/*"));
  return [...new Set(told)]
    .filter((each) => /^(?:GET|POST|PUT|PATCH|DELETE) /.test(each))
    .toSorted();
}

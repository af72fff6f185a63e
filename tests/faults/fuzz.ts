import fc from "fast-check";
import { ANSWERS, testService, Visitor } from "../server/service.ts";

/*
 * Made-up requests over every endpoint: `npx tsx tests/faults/fuzz.ts [REQUESTS]`. Whatever comes, the answer is
 * never a 5xx, and every refusal is problem+json. Exit 1 when not.
 */

const REQUESTS = Number(process.argv[2] ?? 5000);
const { service, stop } = await testService("outside");
const visitor = new Visitor(service);
await visitor.get("/get-started");
await visitor.act("submit");
const mine = visitor.path;

/** Half a surrogate pair cannot be sent. */
const wellFormed = (each: string) => each.replace(/\p{Surrogate}/gu, "?");
const nasty = fc.constantFrom(
  "",
  "\u0000",
  "\ud800",
  "‮x",
  "../../etc/passwd",
  "<script>",
  "{{7*7}}",
  "' or 1=1 --",
  "__proto__",
  "constructor",
  "a".repeat(5000),
  "%",
  "%E0%A4%A",
  "🙂",
  "null",
  "9".repeat(400),
);
const text = fc.oneof(nasty, fc.string({ maxLength: 30 }), fc.constantFrom(...Object.values(ANSWERS.business).map(String)));
const value = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }));
const data = fc.oneof(
  fc.dictionary(fc.oneof(fc.constantFrom("firstName", "lastName", "email", "ein", "code", "zip", "termsSigned", "field", "text", "session"), text), value, { maxKeys: 6 }),
  value,
);
const body = fc.oneof(
  fc
    .record(
      { action: fc.oneof(fc.constantFrom("submit", "back", "check", "send", "@suggest", "@choose"), text), data, revision: fc.oneof(fc.constantFrom(0, 1, 2), value), item: value },
      { requiredKeys: [] },
    )
    .map((each) => JSON.stringify(each)),
  text,
  fc.json(),
);
const screens = ["applicant", "business", "category", "address", "identity", "verifying", "otp", "bank", "complete", "nowhere", ""];
const path = fc.oneof(
  fc.constantFrom(
    "/",
    "/get-started",
    "/library-card",
    "/r/westlake/",
    "/r/nobody/get-started",
    "/incorrect-url",
    "/healthz",
    "/readyz",
    "/validators/0.mjs",
    "/assets/none.js",
    "/brand/merchant-signup/none.svg",
    "/api/docs",
    "/api/v2/categories",
    "/api/v2/applications/urn:app:1",
  ),
  fc.constantFrom(...screens).map((screen) => mine.replace("applicant", screen)),
  fc.tuple(text, text).map(([a, b]) => `/${encodeURIComponent(wellFormed(a))}/${encodeURIComponent(wellFormed(b))}`),
  fc.tuple(fc.constantFrom("locale", "email", "mock", "market", "q", "name"), text).map(([name, each]) => `${mine}?${name}=${encodeURIComponent(wellFormed(each))}`),
  fc
    .tuple(
      fc.constantFrom("/sign-in", "/create-account", "/sign-in/callback", "/idp/auth", "/idp/people/x", "/idp/session/end"),
      fc.constantFrom("path", "realm", "state", "error", "client_id", "prompt", "post_logout_redirect_uri"),
      text,
    )
    .map(([page, name, each]) => `${page}?${name}=${encodeURIComponent(wellFormed(each))}&code=x`),
);
const request = fc.record({
  method: fc.constantFrom("GET", "POST", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"),
  path,
  body,
  type: fc.constantFrom("application/json", "application/json", "application/x-www-form-urlencoded", "text/plain", "multipart/form-data", "application/json; charset=x"),
  accept: fc.constantFrom("application/json", "text/html", "*/*", "image/png", ""),
  cookie: fc.constantFrom(visitor.cookie ?? "", visitor.cookie ?? "", "", "foyer_session=x", "market=ZZ; locale=xx; foyer_session="),
  key: fc.constantFrom(undefined, "short", "a".repeat(300), "fuzz-key-1", "schlüssel"),
});

const wrong: string[] = [];
let sent = 0;
const statuses = new Map<number, number>();
for (const each of fc.sample(request, REQUESTS)) {
  const response = await service.app.inject({
    method: each.method as "GET",
    url: each.path,
    headers: {
      accept: each.accept,
      host: "localhost",
      cookie: each.cookie,
      ...(each.method === "POST" || each.method === "PUT" ? { "content-type": each.type } : {}),
      ...(each.key === undefined ? {} : { "idempotency-key": each.key }),
    },
    ...(each.method === "POST" || each.method === "PUT" ? { payload: wellFormed(each.body) } : {}),
  });
  sent++;
  statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
  const type = String(response.headers["content-type"] ?? "");
  const fine = response.statusCode < 400 || type.includes("problem+json") || type.includes("text/html") || response.statusCode === 404 || each.method === "HEAD";
  if (response.statusCode >= 500 || !fine)
    wrong.push(`${response.statusCode} ${type} ${each.method} ${each.path.slice(0, 80)} ${each.body.slice(0, 120)} ${response.body.slice(0, 160)}`);
}
await stop();
console.log(
  `${sent} requests: ${[...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ")}; ${wrong.length} wrong`,
);
for (const line of wrong.slice(0, 12)) console.log(`  ${line}`);
process.exitCode = wrong.length === 0 ? 0 : 1;

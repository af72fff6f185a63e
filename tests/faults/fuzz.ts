import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { parse } from "yaml";
import { PROJECT } from "../definitions.ts";
import { holdToScreenView } from "../screen-view.ts";
import { ANSWERS, testService, Visitor } from "../server/service.ts";

/*
 * Made-up requests over every endpoint that permissions.yaml knows and over every screen: `npx tsx
 * tests/faults/fuzz.ts [REQUESTS]`. Whatever comes, the answer is there within ten seconds and is
 * never a 5xx, every refusal is problem+json (or a page), and every screen as JSON is of its
 * schema. Exit 1 when not.
 */

const REQUESTS = Number(process.argv[2] ?? 5000);
/** So many are made up at once. */
const BATCH = 1000;
const HANGS_MS = 10_000;
const matrix = parse(await readFile(join(PROJECT, "tests/server/permissions.yaml"), "utf8")) as {
  readonly endpoints: Readonly<Record<string, { readonly ask: string }>>;
};
const wrong: string[] = [];
process.on("unhandledRejection", (reason) => wrong.push(`unhandled: ${String(reason)}`));
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
const text = fc.oneof(
  nasty,
  fc.string({ maxLength: 30 }),
  fc.constantFrom(...Object.values(ANSWERS.business).map(String)),
);
const value = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }));
const data = fc.oneof(
  fc.dictionary(
    fc.oneof(
      fc.constantFrom(
        "firstName",
        "lastName",
        "email",
        "ein",
        "code",
        "zip",
        "termsSigned",
        "field",
        "text",
        "session",
      ),
      text,
    ),
    value,
    { maxKeys: 6 },
  ),
  value,
);
const body = fc.oneof(
  fc
    .record(
      {
        action: fc.oneof(
          fc.constantFrom("submit", "back", "check", "send", "@suggest", "@choose"),
          text,
        ),
        data,
        revision: fc.oneof(fc.constantFrom(0, 1, 2), value),
        item: value,
      },
      { requiredKeys: [] },
    )
    .map((each) => JSON.stringify(each)),
  fc
    .record({ over: fc.oneof(fc.constant(visitor.over), text), data }, { requiredKeys: ["over"] })
    .map((each) => JSON.stringify(each)),
  text,
  fc.json(),
);
const base = mine.replace(/\/[^/]+$/, "");
const application = /urn:app:[^/]+/.exec(mine)?.[0] ?? "x";
const screens = [...service.library().flows.values()].flatMap((flow) =>
  flow.variants
    .slice(0, 1)
    .flatMap((variant) =>
      [...flow.variant(variant).screens.values()].map(
        ({ pattern }) =>
          pattern.fill(Object.fromEntries(pattern.parameters.map((name) => [name, application]))) ??
          "/",
      ),
    ),
);
const asked = Object.values(matrix.endpoints).map(({ ask }) => ask.replace("{base}", base));
const path = fc.oneof(
  fc.constantFrom(
    mine,
    "/r/westlake/",
    "/r/nobody/get-started",
    "/library-card",
    "/api/docs",
    "/api/v2/applications/urn:app:1",
    ...asked,
  ),
  { weight: 5, arbitrary: fc.constantFrom(...screens) },
  fc
    .tuple(text, text)
    .map(([a, b]) => `/${encodeURIComponent(wellFormed(a))}/${encodeURIComponent(wellFormed(b))}`),
  fc
    .tuple(fc.constantFrom("locale", "email", "mock", "market", "q", "name"), text)
    .map(([name, each]) => `${mine}?${name}=${encodeURIComponent(wellFormed(each))}`),
  fc
    .tuple(
      fc.constantFrom(
        "/sign-in",
        "/create-account",
        "/sign-in/callback",
        "/idp/auth",
        "/idp/people/x",
        "/idp/session/end",
      ),
      fc.constantFrom(
        "path",
        "realm",
        "state",
        "error",
        "client_id",
        "prompt",
        "post_logout_redirect_uri",
      ),
      text,
    )
    .map(([page, name, each]) => `${page}?${name}=${encodeURIComponent(wellFormed(each))}&code=x`),
);
const request = fc.record({
  method: fc.constantFrom("GET", "POST", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"),
  path,
  body,
  type: fc.constantFrom(
    "application/json",
    "application/json",
    "application/x-www-form-urlencoded",
    "text/plain",
    "multipart/form-data",
    "application/json; charset=x",
  ),
  accept: fc.constantFrom("application/json", "text/html", "*/*", "image/png", ""),
  cookie: fc.constantFrom(
    visitor.cookie ?? "",
    visitor.cookie ?? "",
    "",
    "foyer_session=x",
    "market=ZZ; locale=xx; foyer_session=",
  ),
  key: fc.constantFrom(undefined, "short", "a".repeat(300), "fuzz-key-1", "schlüssel"),
});

let sent = 0;
let views = 0;
const statuses = new Map<number, number>();
for (let left = REQUESTS; left > 0; left -= BATCH)
  for (const each of fc.sample(request, Math.min(left, BATCH))) await send(each);
await stop();
console.log(
  `${sent} requests: ${[...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ")}; ${views} screens of their schema; ${wrong.length} wrong`,
);
for (const line of wrong.slice(0, 12)) console.log(`  ${line}`);
process.exitCode = wrong.length === 0 ? 0 : 1;

type MadeUp = typeof request extends fc.Arbitrary<infer T> ? T : never;

async function send(each: MadeUp): Promise<void> {
  const carries = each.method === "POST" || each.method === "PUT";
  const answered = service.app.inject({
    method: each.method as "GET",
    url: each.path,
    headers: {
      accept: each.accept,
      host: "localhost",
      cookie: each.cookie,
      ...(carries ? { "content-type": each.type } : {}),
      ...(each.key === undefined ? {} : { "idempotency-key": each.key }),
    },
    ...(carries ? { payload: wellFormed(each.body) } : {}),
  });
  const about = `${each.method} ${each.path.slice(0, 80)} ${each.body.slice(0, 120)}`;
  sent++;
  const giveUp = new AbortController();
  const response = await Promise.race([
    answered,
    sleep(HANGS_MS, undefined, { signal: giveUp.signal }),
  ]).finally(() => giveUp.abort());
  if (response === undefined) {
    wrong.push(`no answer within ${HANGS_MS / 1000} s: ${about}`);
    return;
  }
  statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
  const type = String(response.headers["content-type"] ?? "");
  // The embedded issuer speaks OAuth, and the sandbox's card frame to its own script.
  const ownWords = /^\/(?:idp|sandbox)\//.test(each.path) && type.includes("json");
  const fine =
    ownWords ||
    response.statusCode < 400 ||
    type.includes("problem+json") ||
    type.includes("text/html") ||
    response.statusCode === 404 ||
    each.method === "HEAD";
  if (response.statusCode >= 500 || !fine)
    wrong.push(`${response.statusCode} ${type} ${about} ${response.body.slice(0, 160)}`);
  if (
    response.statusCode !== 200 ||
    !type.startsWith("application/json") ||
    !response.body.includes('"screen"')
  )
    return;
  try {
    holdToScreenView(response.json());
    views++;
  } catch (error) {
    wrong.push(`${about} ${String(error)}`);
  }
}

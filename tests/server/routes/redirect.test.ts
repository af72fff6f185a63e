import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../../server/service.ts";
import { outsideIsUp, testService } from "../service.ts";

const outside = await outsideIsUp();

/**
 * What stands in front of the query on the request line, as no browser and no library would tidy it
 * up.
 */
const EVIL = [
  "//evil.example/",
  "///evil.example/",
  "/\\evil.example",
  "/\\/evil.example",
  "//user:pass@evil.example/",
  "//evil.example\\@localhost/",
  "/.//evil.example",
  "/a/..//evil.example",
  "/%2e//evil.example",
  "/%2F/evil.example",
  "/%2F%2Fevil.example",
  "/%5Cevil.example",
  "/%09/evil.example",
  "/%0d%0aLocation:%20https:%2F%2Fevil.example",
  "/r//evil.example/",
  "/r/birch//evil.example",
  "/r/birch/..//..//evil.example",
  "//evil.example/library-card",
  "//library-card",
  "http://evil.example/",
  "https://evil.example/get-started",
  "//evil.example/%E0%A4%A",
];
const QUERIES = [
  "",
  "?locale=en-US",
  "?locale=fr-CA&next=//evil.example",
  "?email=a@b.example",
  "?campaign=x&email=a@b.example",
  "?grant=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
];

describe("a redirect that starts from a request's address", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  let port: number;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside"));
    await service.app.listen({ port: 0, host: "127.0.0.1" });
    port = (service.app.server.address() as AddressInfo).port;
  });
  afterAll(() => stop?.());

  const ask = (path: string, method: string, accept: string) =>
    new Promise<{ status: number; location: string | undefined; body: string }>(
      (resolve, reject) => {
        const sent = request(
          {
            port,
            host: "127.0.0.1",
            path,
            method,
            headers: {
              accept,
              "content-type": "application/x-www-form-urlencoded",
              "accept-language": "en-US",
            },
          },
          (response) => {
            let body = "";
            response.setEncoding("utf8").on("data", (text: string) => (body += text));
            response.on("end", () =>
              resolve({
                status: response.statusCode ?? 0,
                location: response.headers.location,
                body,
              }),
            );
          },
        );
        sent.on("error", reject);
        sent.end(method === "POST" ? "action=submit" : undefined);
      },
    );

  it.each(EVIL)("stays on this site, from %j", async (path) => {
    for (const query of QUERIES)
      for (const method of ["GET", "POST"])
        for (const accept of ["text/html", "application/json"]) {
          const { status, location, body } = await ask(path + query, method, accept);
          const asked = `${method} ${path}${query} (${accept}): ${status}`;
          expect(status, asked).toBeLessThan(500);
          const origin = "http://site.example";
          if (location !== undefined)
            expect(new URL(location, origin).origin, `${asked} ${location}`).toBe(origin);
          if (!body.startsWith("{")) {
            for (const [, form = ""] of body.matchAll(/<form[^>]* action="([^"]*)"/g))
              expect(new URL(form, origin).origin, `${asked} form ${form}`).toBe(origin);
            continue;
          }
          const said = JSON.parse(body) as { path?: string; leave?: { location: string } };
          for (const each of [said.path, said.leave?.location])
            if (each !== undefined)
              expect(new URL(each, origin).origin, `${asked} ${each}`).toBe(origin);
        }
  });

  it("keeps the path and the rest of the query", async () => {
    expect((await ask("/library-card?locale=en-US&a=1%202", "GET", "text/html")).location).toBe(
      "/library-card?a=1+2",
    );
  });
});

import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyRequest } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { siteOrigin } from "../../server/routes/sign-in/site-origin.ts";
import type { Service } from "../../server/service.ts";
import { PROJECT } from "../definitions.ts";
import { mustReplace } from "../must-replace.ts";
import { outsideIsUp, testService } from "./service.ts";

const HOST = "cards.example";
const outside = await outsideIsUp();

describe("a value of an axis with a host of its own", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "foyer-hosts-"));
    for (const part of ["flows", "schemas", "content"])
      await cp(join(PROJECT, part), join(folder, part), { recursive: true });
    const front = join(folder, "flows/merchant-signup/flow.yaml");
    const path = "    path: /r/{reseller}\n";
    const values = `    values: { westlake: { name: Westlake, host: ${HOST} } }\n`;
    await writeFile(front, mustReplace(await readFile(front, "utf8"), path, `${path}${values}`));
    ({ service, stop } = await testService("outside", {
      FOYER_FLOWS: folder,
      COOKIE_DOMAIN: "cedar.example",
    }));
  });
  afterAll(async () => {
    await stop?.();
    await rm(folder, { recursive: true, force: true });
  });
  const ask = (url: string, host: string, accept = "application/json") =>
    service.app.inject({ url, headers: { host, accept } });

  it("has its pages there, without the path before them", async () => {
    const view = (await ask("/get-started", HOST)).json<{
      path: string;
      brand: { name: string };
    }>();
    const prefixed = (await ask("/r/eastwood/get-started", "localhost")).json<{ path: string }>();
    expect(view.path).toBe("/get-started");
    expect(view.brand.name).toBe("Westlake");
    expect(prefixed.path).toBe("/r/eastwood/get-started");
  });

  it("redirects the former address there, with its query", async () => {
    const response = await ask("/r/westlake/get-started?source=mail", "localhost", "text/html");
    expect(response.statusCode).toBe(303);
    expect(response.headers.location).toBe(`http://${HOST}.localhost/get-started?source=mail`);
  });

  it("is found on the developer's own machine, below localhost", async () => {
    const view = (await ask("/get-started", `${HOST}.localhost:4000`)).json<{
      brand: { name: string };
    }>();
    expect(view.brand.name).toBe("Westlake");
  });

  it("shows no other value's pages there", async () => {
    const view = (await ask("/r/eastwood/get-started", HOST)).json<{ screen: string }>();
    expect(view.screen).toBe("incorrect-url");
  });

  it("is answered, and no other name", async () => {
    expect((await ask("/get-started", HOST, "text/html")).statusCode).toBe(200);
    expect((await ask("/get-started", "evil.example")).statusCode).toBe(421);
    expect((await ask("/get-started", `${HOST}.evil.example`)).statusCode).toBe(421);
  });

  it("keeps choices in cookies that a browser takes there", async () => {
    const [own, shared] = [
      await ask("/get-started?locale=en-US", HOST, "text/html"),
      await ask("/get-started?locale=en-US", "localhost", "text/html"),
    ];
    for (const response of [own, shared]) {
      expect(response.statusCode).toBe(303);
      expect(String(response.headers["set-cookie"])).toContain("market=en-US");
      expect(String(response.headers["set-cookie"])).not.toContain("Domain=");
    }
  });
});

describe("siteOrigin()", () => {
  const origin = siteOrigin(["https://apply.example:8443"], () => [HOST]);
  const asked = (host: string) =>
    ({ host, hostname: host.replace(/:\d+$/, ""), protocol: "http" }) as FastifyRequest;
  const of = (host: string) => origin(asked(host));

  it("is the address at a host of a value like the site's own, and the site's for any other", () => {
    expect(of(HOST)).toBe(`https://${HOST}:8443`);
    expect(
      siteOrigin(["http://localhost:4000"], () => [HOST])(asked(`${HOST}.localhost:4000`)),
    ).toBe(`http://${HOST}.localhost:4000`);
    expect(of("apply.example:8443")).toBe("https://apply.example:8443");
    expect(of("evil.example")).toBe("https://apply.example:8443");
  });
});

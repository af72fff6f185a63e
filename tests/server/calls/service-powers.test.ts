import { createServer, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallRequest } from "../../../engine/transition/input.ts";
import type { ServiceDefinition } from "../../../engine/language/call.ts";
import type { ProviderService } from "../../../engine/language/provider.ts";
import { runCall } from "../../../server/calls/run-call.ts";

const received: IncomingMessage[] = [];
const server = createServer((request, response) => {
  received.push(request);
  if (request.url === "/base/away") response.writeHead(302, { location: "/base/elsewhere" }).end();
  else response.writeHead(200, { "content-type": "application/json" }).end("{}");
});
let origin = "";

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
});
afterAll(() => new Promise((closed) => server.close(closed)));

const environment = (more: Readonly<Record<string, string>> = {}) => ({
  POST_URL: `${origin}/base`,
  POST_TOKEN: "its own",
  FOYER_KEY: "secret of the server",
  DATABASE_URL: "postgres://secret",
  OTHER_TOKEN: "secret of another",
  ...more,
});

async function call(
  service: ServiceDefinition | ProviderService,
  { more = {}, ...request }: Partial<CallRequest> & { readonly more?: Record<string, string> } = {},
) {
  received.length = 0;
  const result = await runCall(
    {
      call: "tell",
      service: "post",
      method: "GET",
      path: "/x",
      headers: {},
      timeoutMs: 2000,
      continuation: {
        path: "",
        screen: "",
        action: "",
        remaining: [],
        with: null,
        form: {},
        query: {},
      },
      ...request,
    },
    service,
    { environment: environment(more), sandboxes: new Map() },
    "key",
  );
  return { result, headers: received[0]?.headers ?? {}, url: received[0]?.url };
}

const POST: ServiceDefinition = { description: "The post", baseUrlFrom: "POST_URL" };

describe("runCall(), with a version that an older engine checked", () => {
  it("sends variables with the service's own prefix", async () => {
    const { result, headers } = await call({ ...POST, headers: { x: { env: "POST_TOKEN" } } });
    expect(result.status).toBe(200);
    expect(headers["x"]).toBe("its own");
  });

  it.each(["FOYER_KEY", "DATABASE_URL", "OTHER_TOKEN", "PATH"])("never sends %s", async (name) => {
    for (const service of [
      { ...POST, headers: { x: { env: name } } },
      { ...POST, auth: { kind: "bearer", token: name } },
      { ...POST, auth: { kind: "basic", user: name, password: name } },
      { ...POST, auth: { kind: "headers", headers: { x: name } } },
      { ...POST, prefix: "FOYER_", headers: { x: { env: name } } },
    ] satisfies ServiceDefinition[]) {
      const { headers } = await call(service);
      expect(JSON.stringify(headers)).not.toContain("secret");
      expect(headers["x"]).toBeUndefined();
      expect(headers["authorization"]).toBeUndefined();
    }
  });

  it("makes no call to an address that another's variable holds", async () => {
    const { result, url } = await call(
      { description: "The post", baseUrlFrom: "OTHER_URL" },
      { more: { OTHER_URL: origin } },
    );
    expect(result).toEqual({ outcome: "network", answer: null });
    expect(url).toBeUndefined();
  });

  it.each(["file:///etc/passwd", "data:application/json,{}", "ftp://127.0.0.1/", "no address"])(
    "makes no call to %s",
    async (address) => {
      const { result } = await call(POST, { more: { POST_URL: address } });
      expect(result).toEqual({ outcome: "network", answer: null });
    },
  );

  it.each(["@evil.example/x", ".evil.example/x", "/../x", "/y/../../x", "/%2e%2e/x", "\\..\\x"])(
    "stays below the service's address with the path %s",
    async (path) => {
      const { result, url } = await call(POST, { path });
      if (url === undefined) expect(result).toEqual({ outcome: "network", answer: null });
      else expect(url.startsWith("/base/")).toBe(true);
    },
  );

  it("sets no header of the transport", async () => {
    const { result, headers } = await call(
      { ...POST, headers: { host: "evil.example", "x-forwarded-for": "1.2.3.4" } },
      { headers: { "Content-Length": "5", "transfer-encoding": "chunked", "x-own": "yes" } },
    );
    expect(result.status).toBe(200);
    expect(headers.host).toBe(origin.slice("http://".length));
    expect(headers["x-forwarded-for"]).toBeUndefined();
    expect(headers["x-own"]).toBe("yes");
  });

  it("breaks out of no header with a line break", async () => {
    const { result, url } = await call(POST, { headers: { x: "a\r\nx-injected: b" } });
    expect(result).toEqual({ outcome: "network", answer: null });
    expect(url).toBeUndefined();
  });

  it("follows no redirect with credentials", async () => {
    const { result } = await call(
      { ...POST, auth: { kind: "bearer", token: "POST_TOKEN" } },
      { path: "/away" },
    );
    expect(result).toMatchObject({ status: 302, location: "/base/elsewhere" });
    expect(received).toHaveLength(1);
  });
});

import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import {
  allowFrames,
  securityHeaders,
  type SecurityOptions,
} from "../../../server/plugins/security-headers.ts";
import { PAGE } from "../../../server/plugins/route-config.ts";

const OPTIONS: SecurityOptions = { formOrigins: () => [], ancestors: [], secure: false };

/** Headers of a route of an app with these options. */
async function headersOf(url: string, options: Partial<SecurityOptions> = {}) {
  const app = Fastify();
  securityHeaders(app, { ...OPTIONS, ...options });
  app.get("/*", { config: PAGE }, async (_, reply) =>
    reply.type("text/html").send(`<style nonce="${reply.nonce}"></style>`),
  );
  app.get("/framing", async (_, reply) => {
    allowFrames(reply, ["https://frame.example"], {
      image: "https://image.example",
      scripts: ["https://tag.example"],
      exits: ["https://partner.example"],
    });
    return reply.type("text/html").send("");
  });
  app.get("/data", async () => ({}));
  const answer = await app.inject(url);
  await app.close();
  return {
    body: answer.body,
    headers: answer.headers,
    policy: new Map(
      String(answer.headers["content-security-policy"])
        .split("; ")
        .map((each) => [each.split(" ")[0] ?? "", each]),
    ),
  };
}

describe("securityHeaders()", () => {
  it("lets a screen run our own scripts only, and stand in no frame", async () => {
    const { headers, policy } = await headersOf("/apply");
    expect(policy.get("default-src")).toBe("default-src 'none'");
    expect(policy.get("script-src")).toMatch(/^script-src 'self' 'nonce-[A-Za-z0-9+/=]+'$/);
    expect(policy.get("frame-ancestors")).toBe("frame-ancestors 'none'");
    expect(policy.get("require-trusted-types-for")).toBeDefined();
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });

  it("draws another nonce for each answer, and gives the page the one of its policy", async () => {
    const [one, another] = [await headersOf("/apply"), await headersOf("/apply")];
    const nonce = /'nonce-([^']+)'/.exec(one.policy.get("style-src") ?? "")?.[1] ?? "none";
    expect(one.body).toContain(`nonce="${nonce}"`);
    expect(another.body).not.toContain(nonce);
  });

  it("lets data load and send nothing where a browser shows it by itself", async () => {
    const { policy } = await headersOf("/data");
    expect([...policy.keys()]).toEqual([
      "default-src",
      "base-uri",
      "form-action",
      "frame-ancestors",
    ]);
    expect(policy.get("default-src")).toBe("default-src 'none'");
  });

  it("lets the configured sites frame a screen, and sends no header for older browsers", async () => {
    const { headers, policy } = await headersOf("/apply", {
      ancestors: ["https://partner.example"],
    });
    expect(policy.get("frame-ancestors")).toBe("frame-ancestors https://partner.example");
    expect(policy.get("require-trusted-types-for")).toBeDefined();
    expect(headers["x-frame-options"]).toBeUndefined();
  });

  it("lets a form end up where sign-in does", async () => {
    const { policy } = await headersOf("/apply", { formOrigins: () => ["https://id.example"] });
    expect(policy.get("form-action")).toBe("form-action 'self' https://id.example");
  });

  it("asks for https for a year where the site is reached by nothing else", async () => {
    expect((await headersOf("/apply")).headers["strict-transport-security"]).toBeUndefined();
    expect((await headersOf("/data", { secure: true })).headers["strict-transport-security"]).toBe(
      "max-age=31536000; includeSubDomains",
    );
  });
});

describe("allowFrames()", () => {
  it("lets exactly the named origins in: their frames, their camera, their windows", async () => {
    const { headers, policy } = await headersOf("/framing");
    expect(policy.get("frame-src")).toBe("frame-src 'self' https://frame.example");
    expect(headers["permissions-policy"]).toContain('camera=(self "https://frame.example")');
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
  });

  it("lets a form without scripts lead to the exits", async () => {
    const { policy } = await headersOf("/framing");
    expect(policy.get("form-action")).toBe("form-action 'self' https://partner.example");
  });

  it("lets pictures and scripts of others in by their own directives only", async () => {
    const { policy } = await headersOf("/framing");
    expect(policy.get("img-src")).toContain("https://image.example");
    expect(policy.get("script-src")).toContain("https://tag.example");
    expect(policy.get("script-src")).not.toContain("https://image.example");
    expect(policy.get("style-src")).not.toContain("https://tag.example");
  });
});

import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Json } from "../../../../engine/language/json.ts";
import type { CallRequest } from "../../../../engine/transition/input.ts";
import {
  mailedLinkPath,
  SiteLinks,
  subjectHash,
  tokenHash,
} from "../../../../server/application/grants/site-links.ts";
import type { NewGrant, NewMailedLink } from "../../../../server/storage/repositories/grants.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";
import { shippedLibrary } from "../../../definitions.ts";

const compiled = (await shippedLibrary()).flows.get("merchant-signup");
if (compiled === undefined) throw new Error("there is no such flow");
const variantOf = (portal: string) =>
  compiled.variant({ portal, market: "US", environment: "LOCAL" });
const flow = variantOf("terminal");
const PATH = "/urn:app:1/owners/urn:apl:1";
const GRANT = { grant: "owner", resource: "urn:apl:1", path: PATH, lifetimeMs: 60_000 };

/** The invitation of an owner with a link. */
const invitation = (link: Json): CallRequest => ({
  call: "inviteOwner",
  service: "mail",
  method: "POST",
  path: "/messages",
  headers: {},
  timeoutMs: 1000,
  body: { template: "owner-invitation", values: { business: "Cedar" }, link },
  continuation: {
    path: "/",
    screen: "owners",
    action: "invite",
    remaining: [],
    form: {},
    with: null,
    query: {},
  },
});

describe("SiteLinks", () => {
  const vault = openVault(`k1:${Buffer.alloc(32, 7).toString("base64")}`);
  let issued: (NewGrant | NewMailedLink)[] = [];
  beforeEach(() => {
    issued = [];
  });
  const grants = {
    madeWith: async () => Promise.resolve(undefined),
    issue: async (grant: NewGrant) => Promise.resolve(void issued.push(grant)),
    issueMailed: async (link: NewMailedLink) => Promise.resolve(void issued.push(link)),
  };
  const from = { application: "application-1", subjectOf: () => "kim@cedar.dev" };

  /** The link in the body of an invitation, as it is sent. */
  async function sent(
    link: Json,
    { id = "call-1", origins = ["https://apply.example"], of = flow } = {},
  ): Promise<string> {
    const put = await new SiteLinks(grants, vault, origins).put(of, invitation(link), id, from);
    if (put === undefined) throw new Error("the call was refused");
    return (put.body as { readonly link: string }).link;
  }

  it("puts an address of this site in the place of a path, and issues nothing", async () => {
    expect(await sent({ path: PATH })).toBe(`https://apply.example${PATH}`);
    expect(issued).toEqual([]);
  });

  it("issues an invitation for a role, with a token that only the address has", async () => {
    const url = new URL(await sent(GRANT));
    const token = url.searchParams.get("grant") ?? "";
    expect([url.origin, url.pathname, token.length >= 43]).toEqual([
      "https://apply.example",
      PATH,
      true,
    ]);
    expect(issued).toMatchObject([
      {
        application: "application-1",
        call: "call-1",
        role: "owner",
        path: PATH,
        lifetimeMs: 60_000,
      },
    ]);
    expect(issued[0]?.tokenHash).toEqual(createHash("sha256").update(token).digest());
    expect(JSON.stringify(issued)).not.toContain(token);
  });

  it("gives a repeated call the same token, and another call another one", async () => {
    const first = await sent(GRANT);
    expect(await sent(GRANT)).toBe(first);
    expect(await sent(GRANT, { id: "call-2" })).not.toBe(first);
  });

  it.each<[string, Json]>([
    ["no resource", { ...GRANT, resource: "" }],
    ["a resource that is no text", { ...GRANT, resource: 1 }],
    ["no lifetime", { ...GRANT, lifetimeMs: 0 }],
    ["a path to another site", { ...GRANT, path: "https://elsewhere.example" }],
    ["no path", { grant: "owner" }],
  ])("sends no address for an invitation with %s", async (_, link) => {
    expect(await sent(link)).toBeNull();
    expect(issued).toEqual([]);
  });

  it("writes the address of a webhook of the flow", async () => {
    expect(await sent({ webhook: "persona" })).toBe(
      "https://apply.example/webhooks/merchant-signup/persona",
    );
  });

  it("takes the origin at which the variant's portal is seen", async () => {
    const origins = ["https://hosting.example", "https://terminal.example:8443"];
    expect(await sent({ path: PATH }, { origins })).toBe(`https://terminal.example:8443${PATH}`);
    expect(await sent({ path: PATH }, { origins, of: variantOf("hosting") })).toBe(
      `https://hosting.example${PATH}`,
    );
  });

  it("refuses a call with a link where the site's own address is not known", async () => {
    const links = new SiteLinks(grants, vault, []);
    expect(await links.put(flow, invitation(GRANT), "call-1", from)).toBeUndefined();
  });

  it("leaves a call without links as it is", async () => {
    const request = { ...invitation(GRANT), call: "onboard" };
    expect(await new SiteLinks(grants, vault, []).put(flow, request, "call-1", from)).toBe(request);
  });
});

describe("tokens of links", () => {
  it("mailedLinkPath() does not have the token, and is the same for it", () => {
    const path = mailedLinkPath("token-of-kim");
    expect(path).toMatch(/^\/links\/[\w-]{22}$/);
    expect(mailedLinkPath("token-of-kim")).toBe(path);
    expect(mailedLinkPath("token-of-sam")).not.toBe(path);
  });

  it("subjectHash() differs by the token and by the value", () => {
    const hash = subjectHash("token", "kim@cedar.dev");
    expect(subjectHash("token", "kim@cedar.dev")).toEqual(hash);
    expect(subjectHash("other", "kim@cedar.dev")).not.toEqual(hash);
    expect(subjectHash("token", "sam@cedar.dev")).not.toEqual(hash);
    expect(tokenHash("token")).not.toEqual(tokenHash("other"));
  });
});

import { describe, expect, it } from "vitest";
import { actorOf } from "../../../../server/application/grants/actor-of.ts";
import type { GuestAccess } from "../../../../server/storage/repositories/grants.ts";

const [SAM, ANA] = ["urn:apl:sam", "urn:apl:ana"];
const SUBJECT = Buffer.alloc(32);

/** The actor on a path, of a visitor who was given these. */
const actorOn = async (path: string, ...given: readonly GuestAccess[]) =>
  actorOf(SUBJECT, "application-1", path, {
    givenTo: async (subject, application) =>
      Promise.resolve(subject === SUBJECT && application === "application-1" ? given : []),
  });

describe("actorOf()", () => {
  const sam = { role: "owner", resource: SAM };
  const ana = { role: "owner", resource: ANA };

  it("is none for a visitor without a grant", async () => {
    expect(await actorOn("/a/owners")).toBeUndefined();
  });

  it("is the applicant for the holder of a mailed link, with any other grants", async () => {
    expect(await actorOn("/a/owners", sam, "own")).toBe("own");
  });

  it("takes of several invitations the one for the path's resource", async () => {
    expect(await actorOn(`/a/owners/${ANA}`, sam, ana)).toEqual({ role: "owner", id: ANA });
    const escaped = encodeURIComponent(ANA);
    expect(await actorOn(`/a/owners/${escaped}`, sam, ana)).toEqual({ role: "owner", id: ANA });
  });

  it("takes the latest invitation on a path of no resource", async () => {
    expect(await actorOn("/a/owners", sam, ana)).toEqual({ role: "owner", id: SAM });
    expect(await actorOn(`/a/owners/${ANA}x`, sam, ana)).toEqual({ role: "owner", id: SAM });
  });

  it("reads a path with a broken escape as it stands", async () => {
    expect(await actorOn(`/%E0%A4%A/${ANA}`, sam, ana)).toEqual({ role: "owner", id: ANA });
  });
});

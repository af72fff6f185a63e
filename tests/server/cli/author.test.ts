import { afterEach, expect, it, vi } from "vitest";
import { authorHere } from "../../../server/cli/author.ts";

const { user } = vi.hoisted(() => ({ user: { fails: false } }));
vi.mock("node:os", async (original) => ({
  ...(await original<typeof import("node:os")>()),
  userInfo: () => {
    if (user.fails) throw new Error("uv_os_get_passwd returned ENOENT");
    return { username: "ada" };
  },
}));
afterEach(() => {
  user.fails = false;
});

it("authorHere() is the user of the system", () => {
  expect(authorHere()).toBe("ada");
});

it("authorHere() is the number of a container's user without a name", () => {
  user.fails = true;
  expect(authorHere()).toMatch(/^uid \d+$/);
});

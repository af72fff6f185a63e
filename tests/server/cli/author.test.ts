import { userInfo } from "node:os";
import { expect, it } from "vitest";
import { authorHere } from "../../../server/cli/author.ts";

it("authorHere() is the user of the system", () => {
  expect(authorHere()).toBe(userInfo().username);
});

it("authorHere() is the number of a container's user without a name", () => {
  const nameless = () => {
    throw new Error("uv_os_get_passwd returned ENOENT");
  };
  expect(authorHere(nameless)).toMatch(/^uid \d+$/);
});

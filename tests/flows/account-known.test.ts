import { join } from "node:path";
import { expect, it } from "vitest";
import { runFixture } from "../../engine/fixtures/run-fixture.ts";
import { readPeople } from "../../server/sandbox/sign-in/people.ts";
import { PROJECT, shippedLibrary } from "../definitions.ts";

const flow = (await shippedLibrary()).flows.get("merchant-signup");
if (flow === undefined) throw new Error("there is no merchant sign-up");
const merchantSignup = flow;

const people = await readPeople(join(PROJECT, "server/sandbox/sign-in/people.yaml"));
const others = people.filter(({ role }) => role === "agent" || role === "staff");

it.each(people.map((person) => [person.name, person] as const))(
  "the account of %s fills the form, unless they apply for another person",
  (_, person) => {
    const { id, email, name, role } = person;
    const { steps } = runFixture(merchantSignup, {
      fixture: "account",
      description: "",
      given: {
        variant: { portal: "hosting", market: "US" },
        now: "2026-03-01T10:00:00Z",
        visitor: { id, email, name, ...(role === undefined ? {} : { role }) },
      },
      steps: [{ open: "/get-started" }, { act: "submit" }],
    });
    const known = steps.at(-1)?.state["applicant"];
    if (others.includes(person)) expect(known ?? {}).not.toHaveProperty("email");
    else
      expect(known).toMatchObject({
        email,
        firstName: name.split(" ")[0],
        lastName: name.split(" ").slice(1).join(" "),
      });
  },
);

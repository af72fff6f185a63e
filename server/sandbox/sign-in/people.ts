import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { parse } from "yaml";

/** A person of the embedded provider. */
export interface TestPerson {
  /** The `sub` of their tokens. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly locale?: string;
  readonly role?: string;
  /** The reseller of an agent. */
  readonly reseller?: string;
  /** Shown beside the name. */
  readonly about?: string;
}

/** Reads test people from a YAML file. */
export async function readPeople(file: string): Promise<readonly TestPerson[]> {
  const { people } = parse(await readFile(file, "utf8")) as {
    readonly people: readonly TestPerson[];
  };
  return people;
}

/**
 * The person of an e-mail address: one of the list, or a new one, always the same for an address.
 */
export function personOf(email: string, name: string, known: readonly TestPerson[]): TestPerson {
  const address = email.toLowerCase();
  const listed = known.find((person) => person.email === address);
  if (listed !== undefined) return listed;
  const id = createHash("sha256").update(address).digest("hex").slice(0, 24);
  return {
    id: `email-${id}`,
    name: name === "" ? (address.split("@")[0] ?? address) : name,
    email: address,
  };
}

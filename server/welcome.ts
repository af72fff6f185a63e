import type { Service } from "./service.ts";

/** The text of a start: the addresses of each flow and of development abilities. */
export function welcome(address: string, { library, sandbox }: Service): string {
  const flows = [...library().flows.values()].map(
    ({ definition: { mount, description } }) =>
      `  ${new URL(mount, address).href}`.padEnd(40) + description,
  );
  return ["", "  Foyer is up.", "", ...flows, ...(sandbox?.welcomeLines(address) ?? []), ""].join(
    "\n",
  );
}

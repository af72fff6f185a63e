import { userInfo } from "node:os";

/**
 * Who runs this command, where no option says so: the user of the system, or its number.
 *
 * @param read reads the user of the system; throws where it has no name
 */
export function authorHere(read: () => { readonly username: string } = userInfo): string {
  try {
    return read().username;
  } catch {
    // A container's user may have no name.
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}

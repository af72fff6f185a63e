import { userInfo } from "node:os";

/** Who runs this command, where no option says so: the user of the system, or its number. */
export function authorHere(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no name.
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}

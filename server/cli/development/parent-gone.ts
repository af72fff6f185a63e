import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Names of shells that a package manager runs a command in. */
const SHELLS = /(?:^|\/)-?(?:sh|bash|dash|zsh|ash)$/;

/**
 * Calls back once the process that started this one is gone. Its signals do not reach this one when
 * it is killed. A package manager starts commands in a shell, which outlives it: then the parent of
 * the shell counts as well.
 *
 * @returns stops watching
 */
export function onParentGone(callBack: () => void, everyMs = 1000): () => void {
  const parent = process.ppid;
  let above: number | undefined;
  void parentOfShell(parent).then((pid) => (above = pid));
  const timer = setInterval(() => {
    if (process.ppid === parent && (above === undefined || isAlive(above))) return;
    clearInterval(timer);
    callBack();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** The parent of a process, where that process is a shell and has one. */
async function parentOfShell(pid: number): Promise<number | undefined> {
  // A system without `ps` watches the parent alone.
  const told = await promisify(execFile)("ps", ["-o", "ppid=,comm=", "-p", String(pid)]).catch(
    () => undefined,
  );
  const [above = "", name = ""] = told?.stdout.trim().split(/\s+/) ?? [];
  return SHELLS.test(name) && Number(above) > 1 ? Number(above) : undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process of another user may not be signalled.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Thrown for wrong or missing settings of the service or a command. */
export class SettingsError extends Error {
  /** @param problems one sentence each: the mistake, and what to set */
  constructor(readonly problems: readonly string[]) {
    super(
      problems.length === 1
        ? problems[0]
        : `The settings have ${problems.length} problems:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`,
    );
    this.name = "SettingsError";
  }
}

/** The secrets of an environment variable: during a rotation several, parted by commas. */
export function secretsIn(variable: string): readonly string[] {
  return variable
    .split(",")
    .map((secret) => secret.trim())
    .filter((secret) => secret !== "");
}

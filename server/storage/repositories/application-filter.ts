/** Selects one of a visitor's applications in a flow. */
export interface ApplicationFilter {
  /**
   * The axis whose values have applications apart from one another, and the value; absent where the
   * flow has none.
   */
  readonly apart?: { readonly axis: string; readonly value: string | undefined } | undefined;
  /** Values of axes that it has to have; absent: any. */
  readonly chosen?: Readonly<Record<string, string>> | undefined;
}

/** The three parameters of `latestMatching`: the axis, its value, the chosen values as JSON. */
export function filterParameters({ apart, chosen }: ApplicationFilter): readonly (string | null)[] {
  return [
    apart?.axis ?? null,
    apart?.value ?? "",
    chosen === undefined ? null : JSON.stringify(chosen),
  ];
}

/**
 * SQL that selects the latest application that a filter matches. One without an id matches any
 * chosen value: nothing in it depends on the value that it began with.
 *
 * @param first number of the first of the three parameters
 */
export function latestMatching(first: number): string {
  return `coalesce(variant->>$${first}::text, '') = $${first + 1}
     and ($${first + 2}::jsonb is null or id is null or variant @> $${first + 2}::jsonb)
   order by ($${first + 2}::jsonb is not null and id is null), updated_at desc limit 1`;
}

/** Which of a visitor's applications in a flow is meant. */
export interface WantedFace {
  /**
   * The axis whose values have applications apart from one another, and the value; absent where the
   * flow has none.
   */
  readonly apart?: { readonly axis: string; readonly value: string | undefined } | undefined;
  /** Values of axes that it has to have; absent: any. */
  readonly chosen?: Readonly<Record<string, string>> | undefined;
}

/** The parameters of `FACE`: the axis, its value, the values as JSON. */
export function faceParameters({ apart, chosen }: WantedFace): readonly (string | null)[] {
  return [
    apart?.axis ?? null,
    apart?.value ?? "",
    chosen === undefined ? null : JSON.stringify(chosen),
  ];
}

/**
 * SQL that finds the latest application of a face. What has no id yet may be of any chosen value:
 * nothing of it depends on the first.
 *
 * @param first number of the first of the three parameters
 */
export function faceIs(first: number): string {
  return `coalesce(variant->>$${first}::text, '') = $${first + 1}
     and ($${first + 2}::jsonb is null or id is null or variant @> $${first + 2}::jsonb)
   order by ($${first + 2}::jsonb is not null and id is null), updated_at desc limit 1`;
}

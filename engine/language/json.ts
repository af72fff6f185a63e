/** Plain JSON, as parsed from a definition, a request or the database. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object; lookups may miss. */
export type JsonObject = { readonly [key: string]: Json };

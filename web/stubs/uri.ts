/** Stands in for fast-uri: schemas of views have no references by URI. */
const same = (text: string) => text;
export const resolve = (_base: string, relative: string): string => relative;
export const equal = (a: string, b: string): boolean => a === b;
export const normalize = same;
export const serialize = ({ path = "" }: { readonly path?: string }): string => path;
export const parse = (path: string): { readonly path: string } => ({ path });
export default { resolve, equal, normalize, serialize, parse };

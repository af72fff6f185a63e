/** Says where a page can be seen: at the port that `npm run dev` takes. @param path its path */
export function seeItAt(path: string): string {
  return `See it: npm run dev, then open http://localhost:${process.env["PORT"] ?? "3000"}${path}`;
}

import type { Exchange } from "@/waiting-room/http/http";

/** What a link says of how its pages look: their language and their layout. */
const KEPT = ["cid", "l"] as const;
const LENGTH_MAX = 100;

/** What the visitor's link says of how pages look, as every link, form and redirect of ours has to say it again. */
export function keptFields({ query }: Exchange): Readonly<Record<string, string>> {
  const fields = KEPT.flatMap((name): [string, string][] => {
    const value = query.get(name);
    return value === null || value === "" || value.length > LENGTH_MAX ? [] : [[name, value]];
  });
  return Object.fromEntries(fields);
}

/** A path of this server with what `keptFields` has. */
export function withKept(exchange: Exchange, path: string): string {
  const kept = new URLSearchParams(keptFields(exchange)).toString();
  if (kept === "") return path;
  return `${path}${path.includes("?") ? "&" : "?"}${kept}`;
}

import type { PastedRequest } from "@/lib/domain/pasted-request/pasted-request";

/** How Chrome and Edge write a request as cURL command: the rules of `NetworkLogView.ts` of their developer tools. */
export function copyAsCurl(request: PastedRequest, shell: "bash" | "cmd"): string {
  const quote = shell === "cmd" ? quoteForCmd : quoteForBash;
  const address = quote(request.url).replace(/[[{}\]]/g, "\\$&");
  const parts = [address];
  if (request.method !== (request.body === null ? "GET" : "POST")) {
    parts.push(`-X ${quote(request.method)}`);
  }
  for (const [name, value] of request.headers) {
    if (name.toLowerCase() === "cookie") parts.push(`-b ${quote(value)}`);
    else if (value === "") parts.push(`-H ${quote(`${name};`)}`);
    else parts.push(`-H ${quote(`${name}: ${value}`)}`);
  }
  if (request.body !== null) parts.push(`--data-raw ${quote(request.body)}`);
  return `curl ${parts.join(shell === "cmd" ? " ^\n  " : " \\\n  ")}`;
}

/** A request as it goes over the wire. */
export function printHttp({ method, url, headers, body }: PastedRequest): string {
  const lines = [
    `${method} ${url} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}

function quoteForCmd(text: string): string {
  const escaped = text
    .replace(/\\/g, "\\\\")
    .replace(/"/g, '\\"')
    .replace(/[^a-zA-Z0-9\s_\-:=+~'/.',?;()*`]/g, "^$&")
    .replace(/%(?=[a-zA-Z0-9_])/g, "%^")
    .replace(/[^\S \r\n]/g, " ")
    .replace(/\r?\n|\r/g, "^\n\n");
  return `^"${escaped}^"`;
}

function quoteForBash(text: string): string {
  if (!text.includes("'") && text.search(ESCAPED) < 0) return `'${text}'`;
  const escaped = text
    .replace(/\\/g, "\\\\")
    .replace(/'/g, "\\'")
    .replace(/\n/g, "\\n")
    .replace(/\r/g, "\\r")
    .replace(ESCAPED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `$'${escaped}'`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this looks for.
const ESCAPED = /[\0-\x1F\x7F-\x9F!]/g;

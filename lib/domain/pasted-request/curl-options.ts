/** What an option of curl does to the request; `ignored` ones say how it is sent, not what. */
export type CurlEffect =
  | "header"
  | "method"
  | "cookie"
  | "agent"
  | "referer"
  | "data"
  | "raw"
  | "encoded"
  | "json"
  | "form"
  | "user"
  | "bearer"
  | "address"
  | "get"
  | "head"
  | "globoff"
  | "ignored"
  | "ignored-value";

/** Each option by its letter and name. Those that take a value are told apart by {@link takesValue}. */
const OPTIONS: readonly (readonly [CurlEffect, string])[] = [
  ["header", "H header"],
  ["method", "X request"],
  ["cookie", "b cookie"],
  ["agent", "A user-agent"],
  ["referer", "e referer"],
  ["data", "d data data-ascii data-binary"],
  ["raw", "data-raw"],
  ["encoded", "data-urlencode"],
  ["json", "json"],
  ["form", "F form form-string"],
  ["user", "u user"],
  ["bearer", "oauth2-bearer"],
  ["address", "url"],
  ["get", "G get"],
  ["head", "I head"],
  ["globoff", "g globoff"],
  [
    "ignored",
    "0 1 2 3 4 6 k L s S v i f N O J q Z # a n l p R compressed insecure location silent show-error verbose include fail " +
      "fail-with-body http0.9 http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only ipv4 ipv6 no-buffer remote-name " +
      "path-as-is progress-bar tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 ssl-reqd location-trusted no-keepalive " +
      "tcp-fastopen tcp-nodelay basic digest ntlm negotiate anyauth raw no-progress-meter parallel styled-output",
  ],
  [
    "ignored-value",
    "o w x m c D E K r T U y Y z C Q output write-out proxy max-time cookie-jar dump-header cert key cacert capath " +
      "connect-timeout resolve connect-to retry retry-delay retry-max-time max-redirs limit-rate range proxy-user " +
      "interface local-port dns-servers ciphers tls-max trace trace-ascii stderr proxy-header config upload-file " +
      "doh-url noproxy socks5 socks5-hostname speed-limit speed-time unix-socket keepalive-time cert-type key-type pinnedpubkey",
  ],
];

const EFFECTS: ReadonlyMap<string, CurlEffect> = new Map(
  OPTIONS.flatMap(([effect, names]) =>
    names
      .split(" ")
      .map((name): [string, CurlEffect] => [`${name.length === 1 ? "-" : "--"}${name}`, effect]),
  ),
);

/** What an option does, named with its dashes; undefined for one that curl does not have, or that is not known here. */
export function effectOf(option: string): CurlEffect | undefined {
  return EFFECTS.get(option);
}

export function takesValue(effect: CurlEffect): boolean {
  return !["get", "head", "globoff", "ignored"].includes(effect);
}

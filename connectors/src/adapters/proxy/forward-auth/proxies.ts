/** The proxies that ask, as `--proxy` names them. */
export const PROXY_NAMES = [
  "nginx",
  "ingress-nginx",
  "apache",
  "caddy",
  "haproxy",
  "traefik",
  "envoy",
] as const;

export type ProxyName = (typeof PROXY_NAMES)[number];

/** What a proxy needs besides the rule that 2xx lets a request through and nothing else does. */
export interface ProxyDialect {
  /**
   * Where the visitor's request is: `forwarded` in `X-Forwarded-Method`, `-Proto`, `-Host` and `-Uri`; `original-url` in
   * `X-Original-Method` and `X-Original-URL`; `itself`: the question is the request, with its method, address and host.
   */
  readonly asks: "forwarded" | "original-url" | "itself";
  /** The status that lets a request through. */
  readonly passStatus: 200 | 204;
  /**
   * How a refusal reaches the visitor: `relayed` as 401 with the whole response in `X-Stanchion-Answer`, which the proxy
   * sends back to `/answer`; `direct` as the response itself, with 401 in place of 2xx; `direct-below-500` with 401 in
   * place of 5xx as well.
   */
  readonly refuses: "relayed" | "direct" | "direct-below-500";
}

const DIRECT = { asks: "forwarded", passStatus: 204, refuses: "direct" } as const;
/** It takes only 401 and 403 for a refusal, and hands on headers of it one by one. */
const RELAYED = { asks: "forwarded", passStatus: 204, refuses: "relayed" } as const;

export const PROXIES: Readonly<Record<ProxyName, ProxyDialect>> = {
  nginx: RELAYED,
  "ingress-nginx": { ...RELAYED, asks: "original-url" },
  apache: RELAYED,
  caddy: DIRECT,
  haproxy: DIRECT,
  traefik: DIRECT,
  // Only 200 lets through, and 5xx counts as a failure of ours.
  envoy: { asks: "itself", passStatus: 200, refuses: "direct-below-500" },
};

import type { hmacByNode } from "@/connectors/src/adapters/node/hmac";
import type * as Core from "@/connectors/src/core";
import { equalsInConstantTime } from "@/connectors/src/core/hmac";
import { CONFIG, CUSTOMER_ID, type Outcome, SECRET, type Visit } from "./visits";

const OUTCOMES: Readonly<Record<Core.Decision["type"], Outcome>> = {
  ...{ ignore: "no-match", pass: "pass", redirect: "redirect", cancel: "redirect" },
};

/** Our connector as it decides in Node: the config is compiled once, a request is decided at once. */
export function createOurs(
  { compileConfig, decideWith }: typeof Core,
  hmac: typeof hmacByNode,
): (visit: Visit) => Outcome {
  const hashing: Core.Hashing = {
    hmac,
    isHmac: (key, message, digest) => equalsInConstantTime(hmac(key, message), digest),
  };
  const compilation = compileConfig(CONFIG);
  if (!compilation.ok) throw new Error(compilation.problem);
  const { config } = compilation;
  return ({ url, headers, ip }) => {
    const request = { url, header: (name: string) => headers[name], clientIp: ip };
    const own = { customerId: CUSTOMER_ID, connectorVersion: "bench-1.0.0", nowMs: Date.now() };
    return OUTCOMES[decideWith(hashing, request, { ...own, config, secrets: [SECRET] }).type];
  };
}

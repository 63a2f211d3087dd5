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
    const decision = decideWith(
      hashing,
      { url, header: (name) => headers[name], clientIp: ip },
      {
        config,
        customerId: CUSTOMER_ID,
        secrets: [SECRET],
        nowMs: Date.now(),
        connectorVersion: "bench-1.0.0",
      },
    );
    return OUTCOMES[decision.type];
  };
}

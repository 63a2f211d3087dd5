import type * as Core from "@/connectors/src/core";
import { CONFIG, CUSTOMER_ID, type Outcome, SECRET, type Visit } from "./visits";

const OUTCOMES = {
  ignore: "no-match",
  pass: "pass",
  redirect: "redirect",
  cancel: "redirect",
} as const satisfies Record<Core.Decision["type"], Outcome>;

/** Our connector: the config is compiled once, a request is decided at once. */
export function createOurs({ compileConfig, decide }: typeof Core): (visit: Visit) => Outcome {
  const compilation = compileConfig(CONFIG);
  if (!compilation.ok) throw new Error(compilation.problem);
  const { config } = compilation;
  return ({ url, headers, ip }) => {
    const decision = decide(
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

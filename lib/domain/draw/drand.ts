import type { DrawSource } from "./draw-source";
import { FREEZE_AFTER_START_MS, ROUND_AFTER_START_MS } from "./timing";

/** drand "quicknet" of the League of Entropy: public randomness every three seconds. */
const QUICKNET = {
  chain: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  genesisMs: 1_692_803_367_000,
  periodMs: 3_000,
  hosts: ["api.drand.sh", "drand.cloudflare.com", "api2.drand.sh"],
} as const;

/**
 * The first round of drand's quicknet that leaves everybody time to see the freeze of a draw at this
 * start. Throws for a start before the network began.
 */
export function quicknetSource(startAtMs: number): Extract<DrawSource, { type: "http-beacon" }> {
  const { chain, genesisMs, periodMs, hosts } = QUICKNET;
  const notBeforeMs = startAtMs + ROUND_AFTER_START_MS + FREEZE_AFTER_START_MS;
  const round = Math.ceil((notBeforeMs - genesisMs) / periodMs) + 1;
  if (round < 1) throw new RangeError("The beacon had not begun then.");
  return {
    type: "http-beacon",
    urls: hosts.map((host) => `https://${host}/${chain}/public/${round}`),
    field: "randomness",
    round,
    roundAtMs: genesisMs + (round - 1) * periodMs,
  };
}

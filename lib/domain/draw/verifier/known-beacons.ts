/** Public beacons whose rounds come on a fixed schedule, by what stands in their addresses. */
const SCHEDULES: readonly {
  readonly chain: string;
  readonly genesisMs: number;
  readonly periodMs: number;
}[] = [
  {
    // drand "quicknet" of the League of Entropy.
    chain: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    genesisMs: 1_692_803_367_000,
    periodMs: 3_000,
  },
  {
    // drand "default" of the League of Entropy.
    chain: "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce",
    genesisMs: 1_595_431_050_000,
    periodMs: 30_000,
  },
];

/** Where the League of Entropy itself tells a round of a beacon that is known here; null for any other. */
export function ownBeaconUrl(url: string, round: number): string | null {
  const known = SCHEDULES.find(({ chain }) => url.includes(`/${chain}/public/${round}`));
  return known ? `https://api.drand.sh/${known.chain}/public/${round}` : null;
}

/** When a beacon's round comes into being by its public schedule; null for a beacon not known here. */
export function scheduledRoundMs(url: string, round: number): number | null {
  const known = SCHEDULES.find(({ chain }) => url.includes(`/${chain}/public/${round}`));
  return known ? known.genesisMs + (round - 1) * known.periodMs : null;
}

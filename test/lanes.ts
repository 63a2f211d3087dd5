import type { Lanes } from "@/lib/domain/lane/lane";

/** So many lanes, the later ones with more weight. */
export function testLanes(mode: Lanes["mode"], count: number): Lanes {
  const lane = (index: number) => ({
    key: `lane${index}`,
    name: `Lane ${index}`,
    weight: 10 + 30 * index,
    fromRelativeQuality: null,
  });
  const others = Array.from({ length: count - 1 }, (_, index) => lane(index + 1));
  return { mode, defaultLane: "lane0", lanes: [lane(0), ...others] };
}

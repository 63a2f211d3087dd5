import { addressGroup } from "@/connectors/src/host/address-group";

const MINUTE_MS = 60_000;
/** Addresses of one event that are remembered; all are forgotten when there are more. */
const KEPT = 20_000;

type Seen = { minute: number; inMinute: number; inRun: number };
type OfRun = { readonly runId: number; readonly addresses: Map<string, Seen> };
type JoinedLine = { readonly settings: { readonly runId: number } };

/**
 * How often addresses have joined, as far as this process has seen it: what rules look at. Other processes count for
 * themselves. IPv6 counts by networks of 64 bits.
 */
export function createJoinsSeen() {
  const lines = new WeakMap<object, OfRun>();

  function addressesOf(line: JoinedLine & object): Map<string, Seen> {
    const { runId } = line.settings;
    const held = lines.get(line);
    const own = held?.runId === runId ? held : { runId, addresses: new Map<string, Seen>() };
    if (own !== held) lines.set(line, own);
    return own.addresses;
  }

  return {
    note(line: JoinedLine & object, address: string, nowMs: number): void {
      const addresses = addressesOf(line);
      const group = addressGroup(address);
      const minute = Math.floor(nowMs / MINUTE_MS);
      const seen = addresses.get(group);
      if (seen === undefined && addresses.size >= KEPT) addresses.clear();
      const inMinute = seen?.minute === minute ? seen.inMinute + 1 : 1;
      addresses.set(group, { minute, inMinute, inRun: (seen?.inRun ?? 0) + 1 });
    },
    count(
      line: JoinedLine & object,
      { address, per, nowMs }: { address: string; per: "minute" | "run"; nowMs: number },
    ): number {
      const seen = addressesOf(line).get(addressGroup(address));
      if (seen === undefined) return 0;
      if (per === "run") return seen.inRun;
      return seen.minute === Math.floor(nowMs / MINUTE_MS) ? seen.inMinute : 0;
    },
  };
}

export type JoinsSeen = ReturnType<typeof createJoinsSeen>;

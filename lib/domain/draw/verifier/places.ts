import type { HonouredReceipt } from "./check-evidence";
import { createCounter } from "./counter";
import { digest } from "./crypto";
import { join, type Octets, octetsOf, octetsOfHex } from "./octets";
import type { BeaconFields, DrawFile } from "./read-draw";
import { shuffledPositions } from "./shuffle";
import { emptyUrns } from "./urns";

export type DrawnPlace = {
  /** Line of the receipt, from 1. */
  readonly line: number;
  readonly index: number;
  /** From 1, the first; null for a member who was dropped. */
  readonly place: number | null;
  /** By the committed rule: drawn behind all others, or dropped. */
  readonly isExcluded: boolean;
};

/** The places of the members behind these receipts, in the order of the receipts. */
export async function placesOf(
  draw: DrawFile,
  honoured: readonly HonouredReceipt[],
): Promise<DrawnPlace[]> {
  const key = await keyOf(draw);
  const members = standingsOf(draw);
  const included = await placesOfSection({ draw, key, members, section: 0 }, honoured);
  const isLast = draw.commitment.exclusion?.action === "last";
  const behind = isLast
    ? await placesOfSection({ draw, key, members, section: 1 }, honoured)
    : new Map<number, number>();
  const first = members.sizes(0).reduce((sum, size) => sum + size, 0);
  return honoured.map(({ line, index }) => {
    const ahead = included.get(index);
    const after = behind.get(index);
    const place = ahead ?? (after === undefined ? null : first + after);
    return {
      line,
      index,
      place: place === null ? null : place + 1,
      isExcluded: ahead === undefined,
    };
  });
}

type Section = {
  readonly draw: DrawFile;
  readonly key: Octets;
  readonly members: Standings;
  readonly section: number;
};

/** By index, from 0, the place within a section of those receipts that are of it. */
async function placesOfSection(
  { draw, key, members, section }: Section,
  honoured: readonly HonouredReceipt[],
): Promise<ReadonlyMap<number, number>> {
  const places = new Map<number, number>();
  const weights = draw.commitment.lanes?.map(({ weight }) => weight) ?? [1];
  const sizes = members.sizes(section);
  const turnOf = await emptyUrns({ key, section, sizes, weights });
  for (const [lane, size] of sizes.entries()) {
    const own = honoured.flatMap(({ index }) => {
      const standing = members.of(index);
      const isOwn = standing.section === section && standing.lane === lane;
      return isOwn ? [{ index, rank: standing.rank }] : [];
    });
    const laneKey =
      draw.version === 1 ? key : await digest(join(key, [255, 1], [section, 1], [lane, 1]));
    const ranks = own.map(({ rank }) => rank);
    const nths = await shuffledPositions(laneKey, size, ranks);
    for (const [at, { index }] of own.entries()) places.set(index, turnOf(lane, nths[at] ?? 0));
  }
  return places;
}

type Standing = { readonly section: number; readonly lane: number; readonly rank: number };
type Standings = {
  readonly sizes: (section: number) => readonly number[];
  readonly of: (index: number) => Standing;
};

/** Counts, for any index, those of its kind who have a lower one. */
function standingsOf({ groups, excluded, commitment }: DrawFile): Standings {
  const lanes = Array.from({ length: commitment.lanes?.length ?? 1 }, (_, lane) => lane);
  const excludedIn = createCounter(excluded);
  const counters = lanes.map((lane) => {
    const own = groups.filter(([, , , of = 0]) => of === lane);
    const all = createCounter(own);
    const parts = own.flatMap(([first, count]) => excludedIn.within(first, first + count));
    return { all, excluded: createCounter(parts) };
  });
  const everything = Number.POSITIVE_INFINITY;
  return {
    sizes: (section) =>
      counters.map(({ all, excluded: out }) =>
        section === 1 ? out.below(everything) : all.below(everything) - out.below(everything),
      ),
    of: (index) => {
      const lane = counters.findIndex(({ all }) => all.below(index + 1) > all.below(index));
      const counter = counters[lane];
      const out = counter?.excluded.below(index) ?? 0;
      const section = (counter?.excluded.below(index + 1) ?? 0) > out ? 1 : 0;
      const rank = section === 1 ? out : (counter?.all.below(index) ?? 0) - out;
      return { section, lane, rank };
    },
  };
}

function keyOf(draw: DrawFile): Promise<Octets> {
  const { customerId, eventId, runId } = draw.commitment;
  const members = draw.groups.reduce((sum, [, count]) => sum + count, 0);
  const parts = [
    octetsOfHex(draw.secret),
    join([members, 4]),
    beaconOctets(draw.beacon),
    octetsOf(`${customerId}/${eventId}`),
    octetsOf(runId),
  ];
  return digest(join(...parts.flatMap((part) => [join([part.length, 4]), part])));
}

function beaconOctets(beacon: BeaconFields): Octets {
  if (beacon.type === "http-beacon") return octetsOfHex(beacon.value);
  return octetsOf(beacon.type === "typed" ? beacon.value : "");
}

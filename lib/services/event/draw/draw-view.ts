import { db } from "@/lib/db/client";
import type { Draw } from "@/lib/db/generated/client";
import type { Beacon } from "@/lib/domain/draw/beacon";
import type { DrawExclusion, DrawLane } from "@/lib/domain/draw/commitment";
import type { DrawSource } from "@/lib/domain/draw/draw-source";
import { type DrawLabel, labelDraw } from "@/lib/domain/draw/label";
import { env } from "@/lib/platform/env";
import { beaconOf, commitmentOf, freezeOf } from "./draw-row";

/** The draw of a run as screens and API show it. Plain data; nothing in it is secret. */
export type DrawView = {
  readonly runId: number;
  /** Names the draw: SHA-256 of the commitment, hexadecimal. */
  readonly commitmentHash: string;
  /** The Ed25519 key that signs everything of it: 32 bytes in base64url. */
  readonly publicKey: string;
  readonly startAtMs: number;
  readonly source: DrawSource;
  /** Null before the members are frozen. */
  readonly frozen: {
    readonly members: number;
    /** How many of them are excluded; null where nobody can be. */
    readonly excluded: number | null;
    readonly atMs: number;
  } | null;
  readonly exclusion: DrawExclusion | null;
  /** The chances of lanes; null where all have the same. */
  readonly lanes: readonly DrawLane[] | null;
  readonly typedValue: string | null;
  /** The randomness; like the label, null before the draw is decided. */
  readonly beacon: Beacon | null;
  readonly label: DrawLabel | null;
  /** Where everybody reads it: on the waiting room. */
  readonly urls: { readonly commitment: string; readonly file: string; readonly verify: string };
};

type ViewedDraw = Omit<Draw, "groups" | "excluded" | "file" | "sealedSecret">;

/** The draw of an event's current run; null where early visitors keep their order. */
export async function readDrawView(
  event: { readonly id: string; readonly wireId: string; readonly currentRun: number },
  customerWireId: string,
): Promise<DrawView | null> {
  const draw = await db().draw.findFirst({
    where: { run: { eventId: event.id, number: event.currentRun } },
    omit: { groups: true, excluded: true, file: true, sealedSecret: true },
  });
  if (draw === null) return null;
  const path = `/draw/${customerWireId}/${event.wireId}/${event.currentRun}`;
  return toDrawView(draw, event.currentRun, env.waitingRoomUrl() + path);
}

function toDrawView(draw: ViewedDraw, runId: number, url: string): DrawView {
  const commitment = commitmentOf(draw);
  const [freeze, beacon] = [freezeOf(draw), beaconOf(draw)];
  return {
    runId,
    commitmentHash: draw.commitmentHash,
    publicKey: draw.publicKey,
    startAtMs: commitment.startAtMs,
    source: commitment.source,
    frozen: freeze && {
      members: freeze.members,
      excluded: commitment.exclusion && (freeze.excluded?.count ?? 0),
      atMs: freeze.frozenAtMs,
    },
    exclusion: commitment.exclusion,
    lanes: commitment.lanes,
    typedValue: draw.typedValue,
    beacon,
    label:
      freeze === null || beacon === null
        ? null
        : labelDraw({ commitment, frozenAtMs: freeze.frozenAtMs, beacon }),
    urls: { commitment: `${url}/commitment`, file: url, verify: `${url}/verify` },
  };
}

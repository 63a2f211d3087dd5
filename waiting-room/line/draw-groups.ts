import { fromHex } from "@/lib/domain/draw/bytes";
import type { DrawGroup } from "@/lib/domain/draw/group";
import { openReceipt, signGroup } from "@/lib/domain/draw/receipt";
import type { DrawPromise, EventSettings } from "@/lib/domain/event/settings";
import type { JoinBlock } from "@/lib/line/commands/join-blocks";
import { withLane } from "@/lib/line/commands/run-draw";
import { eventKeys } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import { runKeepGroups } from "@/lib/line/scripts/draw";
import { JOIN_ID_BYTES } from "@/lib/line/scripts/join";
import { drawHash } from "@/lib/secrets/draw-hash";
import type { DrawSigner, FindDrawSigner } from "@/lib/secrets/draw-signer";
import type { Journal } from "./journal";
import { LineUnavailable } from "./line-unavailable";

/** Groups that are known to be kept, by their first number; all are forgotten at once. */
const KNOWN_LIMIT = 10_000;

/** A join as the draw knows it. Without a receipt it came too late to take part. */
export type DrawTicket = {
  readonly queueId: string;
  readonly joinedAtMs: number;
  readonly receipt: string | null;
};

/** When joins were carried out, and their lane in a lottery. */
type Joined = Pick<JoinBlock, "joinedAtMs" | "chance">;
type Member = { readonly queueId: string; readonly number: number };

/**
 * Turns the joins of a pre-queue into signed groups. A group follows from what the line keeps of its
 * call, so every process makes the same group and the same receipts from it: a repeated join finishes what
 * a process that died had begun.
 */
export class DrawGroups {
  private readonly redis: Redis;
  private readonly findSigner: FindDrawSigner;
  private readonly journal: Journal;
  /** The groups that are known since the hold of a loss ended. */
  private known = new Set<number>();
  private knownSinceMs = 0;

  constructor(redis: Redis, findSigner: FindDrawSigner, journal: Journal) {
    this.redis = redis;
    this.findSigner = findSigner;
    this.journal = journal;
  }

  /**
   * Stores the groups of these calls for the draw, then answers the ticket of each number. A group that
   * comes after the draw's members were frozen gets no receipts. Throws `LineUnavailable` where this process
   * cannot sign, so that nobody gets a number without a receipt.
   */
  async keep(
    settings: EventSettings,
    blocks: readonly JoinBlock[],
  ): Promise<ReadonlyMap<number, DrawTicket>> {
    const tickets = new Map<number, DrawTicket>();
    const { draw } = settings;
    if (draw === null || blocks.length === 0) return tickets;
    const signer = this.signerOf(draw);
    for (const block of blocks) {
      const members = membersOf(block, { draw, signer });
      const kept = await this.keepOne(settings, block, members);
      for (const [number, ticket] of kept) tickets.set(number, ticket);
    }
    return tickets;
  }

  /** Stores one join as a group of its own; null where it does not belong to the draw. */
  async keepSingle(settings: EventSettings, member: Member & Joined): Promise<DrawTicket | null> {
    const kept = await this.keepOne(settings, member, [member]);
    return kept.get(member.number) ?? null;
  }

  /** Stores the group of a valid receipt again if a loss made the line forget it. */
  async show(settings: EventSettings, receipt: string): Promise<void> {
    const signer = settings.draw && this.findSigner(settings.draw.publicKey);
    if (settings.draw === null || !signer) return;
    const opened = openReceipt({
      text: receipt,
      draw: fromHex(settings.draw.hash),
      hash: drawHash,
      verify: signer.verify,
    });
    if (opened === null || this.known.has(opened.group.firstIndex)) return;
    await this.store(settings, [opened.group]);
    this.noteKnown(opened.group);
  }

  /** What was known before a loss, or in an older run, is known no more. */
  noteState({ holdUntilMs }: { readonly holdUntilMs: number }): void {
    if (holdUntilMs !== this.knownSinceMs) this.known = new Set();
    this.knownSinceMs = holdUntilMs;
  }

  private signerOf(draw: DrawPromise): DrawSigner {
    const signer = this.findSigner(draw.publicKey);
    if (signer === null) throw new LineUnavailable("no key of the draw", 5_000);
    return signer;
  }

  /** The members have consecutive numbers. Answers no tickets where they do not belong to the draw. */
  private async keepOne(
    settings: EventSettings,
    { joinedAtMs, chance }: Joined,
    members: readonly Member[],
  ): Promise<ReadonlyMap<number, DrawTicket>> {
    const tickets = new Map<number, DrawTicket>();
    const { draw, startAtMs } = settings;
    const [first] = members;
    if (draw === null || first === undefined || joinedAtMs >= (startAtMs ?? 0)) return tickets;
    const { group, receipts } = signGroup({
      draw: fromHex(draw.hash),
      firstIndex: first.number,
      joins: members.map(({ queueId }) => ({ queueId, joinedAtMs })),
      lane: settings.chances ? chance : 0,
      hash: drawHash,
      sign: this.signerOf(draw).sign,
    });
    const isKept = await this.store(settings, [group]);
    members.forEach(({ number, queueId }, index) => {
      const receipt = isKept ? (receipts[index] ?? null) : null;
      tickets.set(number, { queueId, joinedAtMs, receipt });
    });
    return tickets;
  }

  /** False when the draw's members were frozen already. */
  private async store(settings: EventSettings, groups: readonly DrawGroup[]): Promise<boolean> {
    const reply = await runKeepGroups(
      this.redis,
      eventKeys(settings),
      { runId: settings.runId },
      groups.map(withLane),
    );
    const { status } = reply;
    if (status === "OVERLAP") throw new Error("A group of a draw overlaps another.");
    if (status === "LOST" || status === "RUN")
      throw new LineUnavailable(status.toLowerCase(), 1_500);
    if (status === "CLOSED") return false;
    this.journal.note(reply.effects);
    return true;
  }

  private noteKnown({ firstIndex }: DrawGroup): void {
    if (this.known.size >= KNOWN_LIMIT) this.known = new Set();
    this.known.add(firstIndex);
  }
}

function membersOf(
  { firstNumber, ids }: JoinBlock,
  { draw, signer }: { readonly draw: DrawPromise; readonly signer: DrawSigner },
): Member[] {
  return Array.from({ length: ids.length / JOIN_ID_BYTES }, (_, position) => {
    const joinId = ids.subarray(position * JOIN_ID_BYTES, (position + 1) * JOIN_ID_BYTES);
    const number = firstNumber + position;
    return { number, queueId: signer.queueIdOf(draw.hash, joinId, number) };
  });
}

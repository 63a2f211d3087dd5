import type { EventSettings } from "@/lib/domain/event/settings";
import type { Permit, WayIn } from "@/lib/domain/line/permit";
import { reportSeats, type SeatReport } from "@/lib/line/commands/limits";
import { reportStock, type StockInForce, type StockReport } from "@/lib/line/commands/stock";
import { tickEvents } from "@/lib/line/commands/tick";
import { eventKeys } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import { runOutside } from "@/lib/line/scripts/report";
import { type Source, sourceArguments } from "@/lib/line/scripts/sources";
import type { FindDrawSigner } from "@/lib/secrets/draw-signer";
import { DrawGroups } from "./draw-groups";
import { createJoin, type Join } from "./join-calls";
import {
  type CredentialJoinOutcome,
  type CredentialJoinRequest,
  joinWithCredential,
} from "./join-with-credential";
import { type CalledLine, createLineCalls, type LineCalls } from "./line-calls";
import { LineMemory } from "./line-memory";
import { LineRefresher } from "./line-refresher";
import { createMoveCalls, type MoveCalls } from "./moves";
import { Opening } from "./opening";
import { refreshLines } from "./refresh-lines";

/** How long after the start receipts are shown to the line: by then it has closed the draw's members. */
const SHOWN_AFTER_START_MS = 30_000;

/** The ways in that take no slot. */
export type WayOutside = Exclude<WayIn, "slot" | "again">;

/** What a token says of each. */
export const REDIRECT_TYPES = {
  everybody: "disabled",
  joined: "disabled",
  rule: "bypass",
  "staff-link": "bypass",
  "after-end": "afterevent",
} as const satisfies Readonly<Record<WayOutside, string>>;

/**
 * The line of one event in one process: what the process remembers of it, and the calls to Redis. Answers
 * from memory wherever it can; a call that Redis refuses rejects with `LineUnavailable`, and nobody is
 * admitted by an error.
 */
export class EventLine extends LineMemory {
  lastUsedMs = performance.now();
  readonly opening = new Opening(this);
  readonly join: Join;
  readonly confirmPresence: LineCalls["confirmPresence"];
  readonly leave: LineCalls["leave"];
  readonly seatEnd: LineCalls["seatEnd"];
  readonly enter: LineCalls["enter"];
  readonly pass: LineCalls["pass"];
  readonly moves: MoveCalls;
  readonly refresher: LineRefresher;
  private readonly called: CalledLine;

  constructor(
    redis: Redis,
    settings: EventSettings,
    processId: string,
    findSigner: FindDrawSigner = () => null,
  ) {
    super(settings);
    this.called = {
      redis,
      keys: eventKeys(settings),
      line: this,
      groups: new DrawGroups(redis, findSigner, this.journal),
    };
    const calls = createLineCalls(this.called);
    this.join = createJoin(this.called);
    this.confirmPresence = calls.confirmPresence;
    this.leave = calls.leave;
    this.seatEnd = calls.seatEnd;
    this.enter = calls.enter;
    this.pass = calls.pass;
    this.moves = createMoveCalls(this.called);
    this.refresher = new LineRefresher(this.called, processId);
  }

  /** Moves the line on and takes its state. Rejects when that fails. */
  async refresh(): Promise<void> {
    const failures = await refreshLines(this.called.redis, [this.refresher]);
    if (failures.length > 0) throw failures[0];
  }

  /**
   * Notes the number of a place of the current run, so that it is never handed out again. The line is told
   * that its holder is there when a loss made it forget the number.
   */
  notePresented(lane: number, number: number): void {
    this.noteSeen(lane, number);
    if (this.isInHole(lane, number)) this.confirmPresence({ lane, number }).catch(() => undefined);
  }

  joinWithCredential(request: CredentialJoinRequest): Promise<CredentialJoinOutcome> {
    return joinWithCredential(this.called, request);
  }

  /** Shows the line a visitor's receipt, in case it has forgotten the group. */
  async showReceipt(receipt: string): Promise<void> {
    if (this.collectsDraw(SHOWN_AFTER_START_MS))
      await this.called.groups.show(this.settings, receipt);
  }

  /** True while a loss may undo what this process did, or it has counts to hand over. */
  get holdsUnconfirmed(): boolean {
    return !this.journal.isEmpty || !this.counts.isEmpty;
  }

  /** Takes a report of the site's stock, and keeps it until Redis cannot lose it. Null without a line. */
  async reportStock(report: StockReport): Promise<StockInForce | null> {
    const inForce = await reportStock(this.called.redis, this.settings, report);
    if (inForce !== null) this.journal.note(inForce.effects);
    return inForce;
  }

  /** Renews and frees seats; the visits that are over stay so. Answers how many seats are taken. */
  async reportSeats(reports: readonly SeatReport[]): Promise<number> {
    const { taken, effects } = await reportSeats(this.called.redis, this.settings, reports);
    this.journal.note(effects);
    return taken;
  }

  /** Tells the line that this process goes, and has nothing to write back. Call it last. Rejects when that fails. */
  async depart(): Promise<void> {
    const { redis } = this.called;
    const [reply] = await tickEvents(redis, [this.refresher.goodbye()]);
    if (reply instanceof Error) throw reply;
  }

  /**
   * Counts an admission that takes no slot. Null when there is no line to count it in, and when the line has been
   * stopped or paused meanwhile; -1 where one of `sources` is over its limit. Rejects where nobody can tell what
   * time it is: a pass would say that it ends at another.
   */
  async admitOutside(
    { way }: Permit<WayOutside>,
    queueId: string,
    staffLinkId: string,
    sources: readonly Source[] = [],
  ): Promise<number | null> {
    const { redis, keys } = this.called;
    const { runId } = this.settings;
    const reply = await runOutside(redis, keys, {
      runId,
      callerLineMs: this.lineNow(),
      queueId,
      redirectType: REDIRECT_TYPES[way],
      staffLinkId,
      ...sourceArguments([{ sources }]),
    });
    if (reply.status === "KNOWN") return -1;
    if (reply.status === "RECOVERING") throw this.refusal(reply.status);
    if (reply.status !== "OK") return null;
    this.entered.outside += 1;
    return reply.lineTimeMs;
  }
}

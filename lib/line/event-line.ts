import type { Redis } from "ioredis";
import type { EventSettings } from "@/lib/domain/event/settings";
import { LINE } from "@/lib/domain/line/rates";
import { createGroup } from "./group";
import { type EventKeys, eventKeys } from "./keys";
import { putSettings, readPublishedEvent } from "./published";
import { type EnterOutcome, runEnter } from "./scripts/enter";
import { JOURNAL_ID_BYTES, runJoin } from "./scripts/join";
import { runNear } from "./scripts/near";
import { runPass } from "./scripts/pass";
import { runOutside, runReport } from "./scripts/report";
import type { LineState } from "./scripts/tick";
import { tickEvent } from "./tick";

/** How long after it was sent a call may still be carried out. */
const CALL_DEADLINE_MS = 5_000;
/** A state older than this is not shown as the truth any more. */
const STALE_MS = 5_000;
/** Admissions that a process writes back after a loss. */
const REPORTED_MS = 10_000;

/** The line cannot take the call now; the visitor's place is kept. */
export class LineUnavailable extends Error {
  override readonly name = "LineUnavailable";
  readonly retryAfterMs: number;

  constructor(reason: string, retryAfterMs: number) {
    super(`The line is not available: ${reason}.`);
    this.retryAfterMs = retryAfterMs;
  }
}

export type JoinRequest = {
  /** 16 bytes that the browser made for this join and repeats with each attempt. */
  readonly joinId: Buffer;
  /** Milliseconds since the first attempt; null for the first. */
  readonly repeatedAfterMs: number | null;
};

export type JoinOutcome =
  | { readonly type: "joined"; readonly number: number; readonly lineTimeMs: number }
  | { readonly type: "full" }
  | { readonly type: "closed" };

export type EnterRequest = {
  readonly number: number;
  readonly queueId: string;
  /** Hex of a hash of the claim. */
  readonly claim: string;
};

type PassRequest = { readonly queueId: string; readonly claim: string };
export type PassOutcome = { readonly number: number; readonly lineTimeMs: number };

type Reported = EnterRequest & { readonly admittedAtMs: number; readonly renewals: number };

/**
 * One event as one process sees it: its settings and the state of the last refresh, and the grouped
 * calls. Answers from memory wherever it can; a call that Redis refuses throws `LineUnavailable`,
 * and nobody is admitted by an error.
 */
export class EventLine {
  settings: EventSettings;
  state: LineState | null = null;
  recovering = false;
  lost = false;
  lastUsedMs = performance.now();

  readonly join: (request: JoinRequest) => Promise<JoinOutcome>;
  readonly near: (number: number) => Promise<true>;
  readonly enter: (request: EnterRequest) => Promise<EnterOutcome>;
  /** The direct entry of a dormant event; number 0 means "show the page". */
  readonly pass: (request: PassRequest) => Promise<PassOutcome>;

  private readonly redis: Redis;
  private readonly keys: EventKeys;
  private readonly nodeId: string;
  private seenNumber = 0;
  private lineOffsetMs: number | null = null;
  private stateAtMs = Number.NEGATIVE_INFINITY;
  private knownLosses: number | null = null;
  private recent: Reported[] = [];

  constructor(redis: Redis, settings: EventSettings, nodeId: string) {
    this.redis = redis;
    this.settings = settings;
    this.nodeId = nodeId;
    this.keys = eventKeys(settings);
    this.join = createGroup((requests) => this.commitJoins(requests));
    this.near = createGroup((numbers) => this.commitNear(numbers));
    this.enter = createGroup((requests) => this.commitEnters(requests));
    this.pass = createGroup((requests) => this.commitPasses(requests));
  }

  /** Line time in milliseconds, extrapolated by this machine's monotonic clock; 0 when unknown. */
  lineNow(): number {
    return this.lineOffsetMs === null ? 0 : Math.round(performance.now() + this.lineOffsetMs);
  }

  get isStale(): boolean {
    return performance.now() - this.stateAtMs > STALE_MS;
  }

  /**
   * Notes a number from a place of the current run, so that it is never handed out again. One that
   * lies in a hole was handed out before a loss: the line is told, so that its holder is waited for.
   */
  notePresented(number: number): void {
    if (number > this.seenNumber) this.seenNumber = number;
    const inHole = this.state?.holes.some(([from, to]) => number >= from && number <= to);
    if (inHole) this.near(number).catch(() => undefined);
  }

  /** Moves the line on and takes its state; reloads newer settings, restores what a loss undid. */
  async refresh(): Promise<void> {
    const sentAtMs = performance.now();
    const reply = await tickEvent(this.redis, this.settings, {
      node: { id: this.nodeId, settingsVersion: this.settings.version },
      ...this.seen(),
      runId: this.settings.runId,
      callerLineMs: this.lineNow(),
    });
    this.lost = reply.status === "LOST";
    if (reply.status === "LOST") {
      await this.reload();
      return;
    }
    this.take(reply.state, sentAtMs);
    this.recovering = reply.status === "RECOVERING";
    await this.restoreAfterLoss(reply.state);
    if (reply.state.settingsVersion < this.settings.version)
      await putSettings(this.redis, this.settings);
    if (
      reply.state.settingsVersion > this.settings.version ||
      reply.state.runId !== this.settings.runId
    ) {
      await this.reload();
    }
  }

  /** Counts an admission that takes no slot. Null when there is no line to count it in. */
  async admitOutside(
    queueId: string,
    redirectType: string,
    staffLinkId: string,
  ): Promise<number | null> {
    const lineTimeMs = await runOutside(
      this.redis,
      { lineKey: this.keys.line, admissionsKey: this.keys.admissions },
      { runId: this.settings.runId, queueId, redirectType, staffLinkId },
    );
    return lineTimeMs > 0 ? lineTimeMs : null;
  }

  /** Reads the settings again; keeps those it has when they are not newer. */
  async reload(): Promise<void> {
    const { customerId, eventId } = this.settings;
    const settings = await readPublishedEvent(this.redis, customerId, eventId);
    if (settings === null || settings.version < this.settings.version) return;
    if (settings.runId !== this.settings.runId) {
      this.seenNumber = 0;
      this.recent = [];
    }
    this.settings = settings;
  }

  private seen() {
    return { seenNumber: this.seenNumber, seenVersion: this.settings.version };
  }

  private guard() {
    const callerLineMs = this.lineNow();
    return {
      ...this.seen(),
      callerLineMs,
      deadlineMs: callerLineMs === 0 ? 0 : callerLineMs + CALL_DEADLINE_MS,
      runId: this.settings.runId,
      holdMs: LINE.lossHoldMs,
    };
  }

  private take(state: LineState, sentAtMs: number): void {
    const receivedAtMs = performance.now();
    // The script ran somewhere between; the middle errs by at most half of the round trip.
    this.lineOffsetMs = state.lineTimeMs - (sentAtMs + receivedAtMs) / 2;
    this.state = state;
    this.stateAtMs = receivedAtMs;
  }

  private async restoreAfterLoss(state: LineState): Promise<void> {
    const hadLoss = this.knownLosses !== null && state.losses !== this.knownLosses;
    this.knownLosses = state.losses;
    const since = this.lineNow() - REPORTED_MS;
    this.recent = this.recent.filter((admission) => admission.admittedAtMs >= since);
    if (!hadLoss || this.recent.length === 0) return;
    const { line, spent, recent, recentAt } = this.keys;
    const keys = { lineKey: line, spentKey: spent, recentKey: recent, recentAtKey: recentAt };
    for (let start = 0; start < this.recent.length; start += 200) {
      const members = this.recent
        .slice(start, start + 200)
        .flatMap((a) => [a.number, a.admittedAtMs, a.renewals, a.claim, a.queueId]);
      await runReport(this.redis, keys, { runId: this.settings.runId }, members);
    }
  }

  private async commitJoins(requests: readonly JoinRequest[]): Promise<JoinOutcome[]> {
    const fresh = requests.filter((request) => request.repeatedAfterMs === null);
    const repeated = requests.filter((request) => request.repeatedAfterMs !== null);
    const reply = await runJoin(
      this.redis,
      {
        lineKey: this.keys.line,
        journalKey: this.keys.journal,
        figuresKey: this.keys.figures,
      },
      {
        ...this.guard(),
        freshIds: journalIds(fresh),
        repeatedIds: journalIds(repeated),
        repeatedSinceMs: Math.max(0, ...repeated.map((request) => request.repeatedAfterMs ?? 0)),
      },
    );
    if (reply.status === "CLOSED") return requests.map(() => ({ type: "closed" }));
    if (reply.status !== "OK") throw this.unavailable(reply.status);
    const { lineTimeMs, firstNumber, count } = reply;
    let taken = 0;
    const next = (): JoinOutcome => {
      if (taken >= count) return { type: "full" };
      taken += 1;
      return { type: "joined", number: firstNumber + taken - 1, lineTimeMs };
    };
    const outcomes = new Map<JoinRequest, JoinOutcome>();
    for (const request of fresh) outcomes.set(request, next());
    repeated.forEach((request, index) => {
      const held = reply.repeatedNumbers[index] ?? 0;
      outcomes.set(request, held > 0 ? { type: "joined", number: held, lineTimeMs } : next());
    });
    if (count > 0) this.notePresented(firstNumber + count - 1);
    return requests.map((request) => outcomes.get(request) ?? { type: "closed" });
  }

  private async commitNear(numbers: readonly number[]): Promise<true[]> {
    const status = await runNear(
      this.redis,
      { lineKey: this.keys.line, confirmedKey: this.keys.confirmed },
      this.guard(),
      numbers,
    );
    if (status !== "OK") throw this.unavailable(status);
    return numbers.map(() => true);
  }

  private async commitEnters(requests: readonly EnterRequest[]): Promise<EnterOutcome[]> {
    const sorted = [...requests].sort((a, b) => a.number - b.number);
    const reply = await runEnter(
      this.redis,
      {
        lineKey: this.keys.line,
        spentKey: this.keys.spent,
        recentKey: this.keys.recent,
        recentAtKey: this.keys.recentAt,
        admissionsKey: this.keys.admissions,
        figuresKey: this.keys.figures,
      },
      this.guard(),
      sorted.flatMap(({ number, claim, queueId }) => [number, claim, queueId]),
    );
    if (reply.status !== "OK") throw this.unavailable(reply.status);
    const outcomes = new Map<EnterRequest, EnterOutcome>();
    sorted.forEach((request, index) => {
      const outcome = reply.outcomes[index];
      if (outcome === undefined) return;
      outcomes.set(request, outcome);
      if (outcome.type === "admitted") this.recent.push({ ...request, ...outcome });
    });
    return requests.map((request) => outcomes.get(request) ?? { type: "early" });
  }

  private async commitPasses(requests: readonly PassRequest[]): Promise<PassOutcome[]> {
    const reply = await runPass(
      this.redis,
      {
        lineKey: this.keys.line,
        spentKey: this.keys.spent,
        recentKey: this.keys.recent,
        recentAtKey: this.keys.recentAt,
        admissionsKey: this.keys.admissions,
        figuresKey: this.keys.figures,
      },
      this.guard(),
      requests.flatMap(({ claim, queueId }) => [claim, queueId]),
    );
    if (reply.status !== "OK") throw this.unavailable(reply.status);
    const { lineTimeMs } = reply;
    return requests.map((request, index) => {
      const number = reply.numbers[index] ?? 0;
      if (number > 0) {
        this.notePresented(number);
        this.recent.push({ ...request, number, admittedAtMs: lineTimeMs, renewals: 0 });
      }
      return { number, lineTimeMs };
    });
  }

  private unavailable(status: string): LineUnavailable {
    if (status === "RECOVERING") this.recovering = true;
    return new LineUnavailable(status.toLowerCase(), status === "LATE" ? 500 : 1_500);
  }
}

function journalIds(requests: readonly JoinRequest[]): Buffer {
  return Buffer.concat(requests.map(({ joinId }) => joinId.subarray(0, JOURNAL_ID_BYTES)));
}

import type { EventSettings } from "@/lib/domain/event/settings";
import { phaseUntilMs } from "@/lib/domain/line/phase";
import type { StandingLine } from "@/lib/line/scripts/line-state";
import type { EventLine } from "./event-line";
import { NOBODY, publicLine } from "./public-line";

/** For so long `line.json` may be repeated: half the time between two refreshes. */
const SENT_AGAIN_MS = 250;

/** `line.json` ready to be sent by itself. */
export type SentLine = {
  readonly bytes: Buffer;
  readonly etag: string;
  /** Names and values in turn; not to be changed. */
  readonly headers: string[];
};

/** The line of a lane as JSON. */
export function lineText(line: EventLine, lane: number): string {
  const nowMs = line.lineNow();
  return line.textOf(lane, nowMs).textAt(nowMs);
}

/** The line of a lane as `line.json` sends it: made a few times a second, however many ask. */
export function sentLine(line: EventLine, lane: number): SentLine {
  const nowMs = line.lineNow();
  return line.textOf(lane, nowMs).sentAt(nowMs);
}

/**
 * What a process says of a lane. Only the moment changes with each answer: where many events are in use,
 * making the rest again and again would cost more than the answers.
 */
export class LaneText {
  /** What it was made of: state and settings are replaced whenever they change. */
  private readonly state: StandingLine | null;
  private readonly settings: EventSettings;
  private readonly stale: boolean;
  /** Line time until which the clock changes nothing; null for ever. */
  private readonly untilMs: number | null;
  /** The JSON behind the moment. */
  private readonly rest: string;
  private readonly lane: number;
  private made: SentLine | null = null;
  private madeAtMs = 0;

  constructor(line: EventLine, lane: number) {
    const { now, ...shown } = publicLine(line, lane);
    this.state = line.state;
    this.settings = line.settings;
    this.stale = shown.stale;
    this.untilMs = phaseUntilMs(line.settings, now, line.state ?? NOBODY);
    this.rest = JSON.stringify(shown).slice(1);
    this.lane = shown.lane;
  }

  /** True while the line is as it was when this was made. */
  isTrueOf(line: EventLine, nowMs: number): boolean {
    const isSameLine = this.state === line.state && this.settings === line.settings;
    if (!isSameLine || this.stale !== line.isStale) return false;
    return this.untilMs === null || nowMs < this.untilMs;
  }

  textAt(nowMs: number): string {
    return `{"now":${nowMs},${this.rest}`;
  }

  sentAt(nowMs: number): SentLine {
    if (this.made === null || nowMs - this.madeAtMs >= SENT_AGAIN_MS) {
      this.made = this.makeSent(nowMs);
      this.madeAtMs = nowMs;
    }
    return this.made;
  }

  private makeSent(nowMs: number): SentLine {
    const bytes = Buffer.from(this.textAt(nowMs));
    const etag = `"${this.settings.version}-${nowMs}-${this.lane}"`;
    const headers = [
      ...["content-type", "application/json; charset=utf-8"],
      ...["cache-control", this.stale ? "no-store" : "public, max-age=0, s-maxage=1"],
      ...["access-control-allow-origin", "*"],
      ...["etag", etag],
      ...["content-length", String(bytes.length)],
    ];
    return { bytes, etag, headers };
  }
}

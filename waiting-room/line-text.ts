import type { EventSettings } from "@/lib/domain/event/settings";
import type { Phase } from "@/lib/domain/line/public-line";
import type { EventLine } from "@/lib/line/event-line";
import type { StandingLine } from "@/lib/line/scripts/line-state";
import { phaseOf, publicLine } from "./public-line";

/** For so long `line.json` may be repeated: half the time between two refreshes. */
const SENT_AGAIN_MS = 250;

/** `line.json` ready to be sent by itself. */
export type SentLine = {
  readonly bytes: Buffer;
  readonly etag: string;
  /** Names and values in turn; not to be changed. */
  readonly headers: string[];
};

/**
 * What a process says of a lane. Only the moment changes with each answer: where many events are in
 * use, making the rest again and again would cost more than the answers.
 */
class LineText {
  /** The JSON behind the moment. */
  private readonly rest: string;
  private readonly lane: number;
  /** What it was made of: state and settings are replaced whenever they change. */
  private readonly state: StandingLine | null;
  private readonly settings: EventSettings;
  private readonly phase: Phase;
  private readonly stale: boolean;
  private made: SentLine | null = null;
  private madeAtMs = 0;

  constructor(line: EventLine, lane: number) {
    const { now: _, ...shown } = publicLine(line, lane);
    this.rest = JSON.stringify(shown).slice(1);
    this.lane = shown.lane;
    this.phase = shown.phase;
    this.stale = shown.stale;
    this.state = line.state;
    this.settings = line.settings;
  }

  isTrueOf(line: EventLine, nowMs: number): boolean {
    const isSameLine = this.state === line.state && this.settings === line.settings;
    return isSameLine && this.stale === line.isStale && this.phase === phaseOf(line, nowMs);
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

/** What was said last, by lane. */
const said: WeakMap<EventLine, LineText>[] = [];

/** The line of a lane as JSON. */
export function lineText(line: EventLine, lane: number): string {
  const nowMs = line.lineNow();
  return textOf(line, lane, nowMs).textAt(nowMs);
}

/** The line of a lane as `line.json` sends it: made a few times a second, however many ask. */
export function sentLine(line: EventLine, lane: number): SentLine {
  const nowMs = line.lineNow();
  return textOf(line, lane, nowMs).sentAt(nowMs);
}

function textOf(line: EventLine, lane: number, nowMs: number): LineText {
  const held = said[lane]?.get(line);
  if (held?.isTrueOf(line, nowMs)) return held;
  const made = new LineText(line, lane);
  said[lane] = (said[lane] ?? new WeakMap()).set(line, made);
  return made;
}

import type { EventSettings } from "@/lib/domain/event/settings";
import { phaseUntilMs } from "@/lib/domain/line/phase";
import type { Language } from "@/lib/domain/page-texts/languages";
import type { StandingLine } from "@/lib/line/scripts/line-state";
import { bytesAsText } from "@/waiting-room/http/http";
import { NOBODY, publicLine, type ShownLine, timeBeforeStart } from "./public-line";
import { saidUntilMs } from "./said";

/** How long `line.json` is sent again as it is: half the time between two refreshes. */
const SENT_AGAIN_MS = 250;

/** `line.json` ready to be sent by itself. */
export type SentLine = {
  /** A character for each byte. */
  readonly body: string;
  readonly etag: string;
  /** Alternating names and values; not to be changed. */
  readonly headers: string[];
};

type LineWithTexts = {
  readonly settings: EventSettings;
  lineNow(): number;
  textOf(lane: number | undefined, nowMs: number, language: Language | null): LaneText;
};

/** The public line of a lane as JSON, with the current moment; `language` as `languageAsked` answers it. */
export function lineText(
  line: LineWithTexts,
  lane: number,
  language: Language | null = null,
): string {
  const nowMs = line.lineNow() || timeBeforeStart(line);
  return line.textOf(lane, nowMs, language).textAt(nowMs);
}

/**
 * The public line of a lane as `line.json` sends it, or for visitors without a place: made four times a second, however
 * many ask.
 */
export function sentLine(
  line: LineWithTexts,
  lane: number | undefined,
  language: Language | null = null,
): SentLine {
  const nowMs = line.lineNow() || timeBeforeStart(line);
  return line.textOf(lane, nowMs, language).sentAt(nowMs);
}

/**
 * The public line of a lane, written as JSON once. Only the moment changes from answer to answer: where many
 * events are in use, writing the rest each time would cost more than the answers themselves.
 */
export class LaneText {
  /** What it was made from: both are replaced, never changed. */
  private readonly state: StandingLine | null;
  private readonly settings: EventSettings;
  private readonly stale: boolean;
  /** The line time at which the phase or a message changes by itself. */
  private readonly untilMs: number;
  /** The JSON after the moment. */
  private readonly rest: string;
  /** Lane and language, for the tag. */
  private readonly kind: string;
  private made: SentLine | null = null;
  private madeAtMs = 0;

  constructor(line: ShownLine, lane: number | undefined, language: Language | null) {
    const { now, ...shown } = publicLine(line, lane, language);
    this.state = line.state;
    this.settings = line.settings;
    this.stale = shown.stale;
    this.untilMs = Math.min(
      phaseUntilMs(line.settings, now, line.state ?? NOBODY) ?? Infinity,
      saidUntilMs(line.settings, now) ?? Infinity,
    );
    this.rest = JSON.stringify(shown).slice(1);
    this.kind = `${lane ?? "-"}${language ?? ""}`;
  }

  /** True while it still describes the line. */
  describes(line: ShownLine, nowMs: number): boolean {
    const isSameLine = this.state === line.state && this.settings === line.settings;
    if (!isSameLine || this.stale !== line.isStale) return false;
    return nowMs < this.untilMs;
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
    const body = bytesAsText(this.textAt(nowMs));
    const etag = `"${this.settings.version}-${nowMs}-${this.kind}"`;
    const headers = [
      ...["content-type", "application/json; charset=utf-8"],
      ...["cache-control", this.stale ? "no-store" : "public, max-age=0, s-maxage=1"],
      ...["access-control-allow-origin", "*"],
      ...["etag", etag],
      ...["content-length", String(body.length)],
    ];
    return { body, etag, headers };
  }
}

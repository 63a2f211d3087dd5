import type { EventSettings } from "@/lib/domain/event/settings";
import type { EventLine } from "@/lib/line/event-line";
import type { LineState } from "@/lib/line/scripts/line-state";
import { publicLine } from "./public-line";

/** For so long what a process says of a line may be repeated: half the time between two refreshes. */
const SAID_AGAIN_MS = 250;

/** `line.json` ready to be sent by itself. */
export type SentLine = {
  readonly bytes: Buffer;
  readonly etag: string;
  /** Names and values in turn; not to be changed. */
  readonly headers: string[];
};

/** What a process says of a lane: the text of `line.json`, as personal answers carry it. */
class LineText {
  readonly text: string;
  private readonly saidAtMs = performance.now();
  private readonly now: number;
  private readonly lane: number;
  private readonly stale: boolean;
  /** What it was made of: state and settings are replaced whenever they change. */
  private readonly state: LineState | null;
  private readonly settings: EventSettings;
  private readonly recovering: boolean;
  private readonly lost: boolean;
  private made: SentLine | null = null;

  constructor(line: EventLine, lane: number) {
    const shown = publicLine(line, lane);
    this.text = JSON.stringify(shown);
    this.now = shown.now;
    this.lane = shown.lane;
    this.stale = shown.stale;
    this.state = line.state;
    this.settings = line.settings;
    this.recovering = line.recovering;
    this.lost = line.lost;
  }

  isTrueOf({ state, settings, recovering, lost }: EventLine): boolean {
    const isSameLine = this.state === state && this.settings === settings;
    const isSameHealth = this.recovering === recovering && this.lost === lost;
    return isSameLine && isSameHealth && performance.now() - this.saidAtMs < SAID_AGAIN_MS;
  }

  /** Made when somebody asks for the line alone: an event whose visitors only check in does without. */
  get sent(): SentLine {
    this.made ??= this.makeSent();
    return this.made;
  }

  private makeSent(): SentLine {
    const bytes = Buffer.from(this.text);
    const etag = `"${this.settings.version}-${this.now}-${this.lane}"`;
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

const said = new WeakMap<EventLine, LineText[]>();

/** The line of a lane as JSON: made a few times a second, however many ask. */
export function lineText(line: EventLine, lane: number): LineText {
  const lanes = said.get(line) ?? [];
  const held = lanes[lane];
  if (held?.isTrueOf(line)) return held;
  const made = new LineText(line, lane);
  lanes[lane] = made;
  said.set(line, lanes);
  return made;
}

import type { EventLine } from "@/lib/line/event-line";
import { publicLine } from "./public-line";

/** For so long what a process says of a line may be repeated: half the time between two refreshes. */
const SAID_AGAIN_MS = 250;

/** `line.json` ready to be sent, and as part of personal answers. */
export type LineText = {
  readonly text: string;
  readonly bytes: Buffer;
  readonly etag: string;
  /** Names and values in turn; not to be changed. */
  readonly headers: string[];
};

type Said = LineText & {
  readonly saidAtMs: number;
  /** What it was made of, which is replaced whenever it changes. */
  readonly of: Pick<EventLine, "state" | "settings" | "recovering" | "lost">;
};

const said = new WeakMap<EventLine, Said[]>();

/** The line of a lane as JSON: made a few times a second, however many ask. */
export function lineText(line: EventLine, lane: number): LineText {
  const lanes = said.get(line) ?? [];
  const held = lanes[lane];
  if (held !== undefined && isFresh(held, line)) return held;
  const made = makeLineText(line, lane);
  lanes[lane] = made;
  said.set(line, lanes);
  return made;
}

function isFresh({ of, saidAtMs }: Said, line: EventLine): boolean {
  const isSameLine = of.state === line.state && of.settings === line.settings;
  const isSameHealth = of.recovering === line.recovering && of.lost === line.lost;
  return isSameLine && isSameHealth && performance.now() - saidAtMs < SAID_AGAIN_MS;
}

function makeLineText(line: EventLine, lane: number): Said {
  const shown = publicLine(line, lane);
  const text = JSON.stringify(shown);
  const bytes = Buffer.from(text);
  const etag = `"${shown.settings}-${shown.now}-${shown.lane}"`;
  const headers = [
    ...["content-type", "application/json; charset=utf-8"],
    ...["cache-control", shown.stale ? "no-store" : "public, max-age=0, s-maxage=1"],
    ...["access-control-allow-origin", "*"],
    ...["etag", etag],
    ...["content-length", String(bytes.length)],
  ];
  const { state, settings, recovering, lost } = line;
  const of = { state, settings, recovering, lost };
  return { text, bytes, etag, headers, saidAtMs: performance.now(), of };
}

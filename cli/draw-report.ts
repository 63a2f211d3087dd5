import { readFile } from "node:fs/promises";
import type { DrawnPlace } from "@/lib/domain/draw/verifier/places";
import type {
  DrawSummary,
  DrawVerification,
} from "@/lib/domain/draw/verifier/verify-published-draw";
import { ExpectedFailure } from "@/lib/platform/expected-failure";

/** How a command that verifies a draw ends. */
export const DRAW_EXIT_CODES = { provable: 0, tampered: 1, "not-provable": 3 } as const;
const MARKS = { tampered: "✗", "not-provable": "!", open: "?" } as const;
const VERDICTS = {
  provable: "PROVABLE",
  "not-provable": "NOT PROVABLE",
  tampered: "TAMPERED",
} as const;
/** More places than this are only counted in the text; the JSON object has them all. */
const SHOWN_PLACES = 20;

/** What a verification found, line by line. */
export function describeDraw({ verdict, findings, places, draw }: DrawVerification): string[] {
  const lines: string[] = [];
  if (draw) {
    const start = new Date(draw.startAtMs).toISOString();
    lines.push(
      `Draw of ${draw.customerId}/${draw.eventId}, run ${draw.runId}, start ${start}, ${draw.members} members`,
      ...describeRules(draw),
    );
  }
  for (const place of places.slice(0, SHOWN_PLACES)) lines.push(describePlace(place, draw));
  if (places.length > SHOWN_PLACES) {
    lines.push(`✓ and ${places.length - SHOWN_PLACES} more receipts; --json lists their places`);
  }
  for (const { weight, text } of findings) lines.push(`${MARKS[weight]} ${text}`);
  const isOpen = verdict === "provable" && findings.length > 0;
  lines.push(
    isOpen ? `${VERDICTS[verdict]}, if the items marked ? are correct` : VERDICTS[verdict],
  );
  return lines;
}

/** What was committed to before the first join, beside the source. */
function describeRules({ exclusion, lanes }: DrawSummary): string[] {
  const lines: string[] = [];
  if (lanes) {
    const weights = lanes.map(({ key, weight }) => `${key} ${weight}`).join(", ");
    lines.push(`Chances by lane: ${weights}`);
  }
  if (exclusion) {
    const { action, fromScore, members } = exclusion;
    const fate = action === "last" ? "drawn last" : "dropped";
    lines.push(
      `Rule: a score of ${fromScore} or more is ${fate}; ${members} members were excluded`,
    );
  }
  return lines;
}

function describePlace(drawn: DrawnPlace, draw: DrawSummary | null): string {
  const { line, index, place, isExcluded } = drawn;
  if (place === null) return `✓ line ${line}: index ${index} was dropped by the committed rule`;
  const why = isExcluded ? ", drawn last by the committed rule" : "";
  return `✓ line ${line}: index ${index} has place ${place} of ${draw?.members}${why}`;
}

/** An operator's public key, or a file with it. */
export async function readDrawKey(keyOrFile: string): Promise<Uint8Array<ArrayBuffer>> {
  const isKey = /^[\w-]{43}$/.test(keyOrFile);
  const text = isKey ? keyOrFile : new TextDecoder().decode(await readBytes(keyOrFile)).trim();
  const key = new Uint8Array(Buffer.from(text, "base64url"));
  if (key.length !== 32)
    throw new ExpectedFailure("--key requires 43 characters, or a file with them.");
  return key;
}

/** The lines of a file from any system. */
export async function readLines(path: string): Promise<string[]> {
  return new TextDecoder().decode(await readBytes(path)).split(/\r\n|\r|\n/);
}

/** Throws an `ExpectedFailure` where there is no such file. */
export async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(path));
  } catch {
    throw new ExpectedFailure(`${path} cannot be read.`);
  }
}

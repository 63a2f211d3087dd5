import { readFile } from "node:fs/promises";
import {
  type DrawVerification,
  verifyPublishedDraw,
} from "@/lib/domain/draw/verifier/verify-published-draw";
import { ExpectedFailure } from "@/tools/stack/expected-failure";
import { readOptions } from "@/tools/stack/run-command";

const USAGE = `Recomputes the draw of a pre-queue from what was published and from what visitors kept.
Works offline; docs/draw.md says what each verdict means.

  npm run verify-draw -- --draw FILE --key=KEY [options]

  --draw FILE      the published draw (required)
  --key=KEY        the operator's public key: 43 characters, or a file that holds them (required)
  --receipts FILE  what visitors kept, one a line: receipts (sr1.…) and freezes (sf1.…)
  --beacon VALUE   the value of the committed round, as you read it from the beacon yourself
  --json           one JSON object instead of text
  --help           this text

Exit code: 0 provable and all that was given agrees, 2 NOT PROVABLE, 1 tampered or unusable.`;

const OPTIONS = {
  draw: { type: "string" },
  key: { type: "string" },
  receipts: { type: "string" },
  beacon: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

const EXIT_CODES = { provable: 0, tampered: 1, "not-provable": 2 } as const;
const MARKS = { tampered: "✗", "not-provable": "!", open: "?" } as const;
const VERDICTS = {
  provable: "PROVABLE",
  "not-provable": "NOT PROVABLE",
  tampered: "TAMPERED",
} as const;
/** More places than this are only counted in the text; the JSON object has them all. */
const SHOWN_PLACES = 20;

/** Carries out `verify-draw` with its arguments, prints line by line and returns the exit code. */
export async function verifyDraw(
  args: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const { values } = readOptions({ args: [...args], options: OPTIONS });
  if (values.help) {
    print(USAGE);
    return 0;
  }
  if (!values.draw || !values.key) {
    throw new ExpectedFailure("--draw and --key are required; --help explains them.");
  }
  const result = await verifyPublishedDraw({
    file: await readBytes(values.draw),
    publicKey: await readKey(values.key),
    receipts: values.receipts === undefined ? [] : await readLines(values.receipts),
    beaconValue: values.beacon ?? null,
  });
  if (values.json) print(JSON.stringify(result));
  else for (const line of describe(result)) print(line);
  return EXIT_CODES[result.verdict];
}

function describe({ verdict, findings, places, draw }: DrawVerification): string[] {
  const lines: string[] = [];
  if (draw) {
    const start = new Date(draw.startAtMs).toISOString();
    lines.push(
      `Draw of ${draw.customerId}/${draw.eventId}, run ${draw.runId}, start ${start}, ${draw.members} members`,
    );
  }
  for (const { line, index, place } of places.slice(0, SHOWN_PLACES)) {
    lines.push(`✓ line ${line}: index ${index} has place ${place} of ${draw?.members}`);
  }
  if (places.length > SHOWN_PLACES) {
    lines.push(`✓ and ${places.length - SHOWN_PLACES} receipts more; --json lists their places`);
  }
  for (const { weight, text } of findings) lines.push(`${MARKS[weight]} ${text}`);
  const isOpen = verdict === "provable" && findings.length > 0;
  lines.push(isOpen ? `${VERDICTS[verdict]}, if what is marked with ? is so` : VERDICTS[verdict]);
  return lines;
}

async function readKey(keyOrFile: string): Promise<Uint8Array<ArrayBuffer>> {
  const isKey = /^[\w-]{43}$/.test(keyOrFile);
  const text = isKey ? keyOrFile : new TextDecoder().decode(await readBytes(keyOrFile)).trim();
  const key = new Uint8Array(Buffer.from(text, "base64url"));
  if (key.length !== 32) throw new ExpectedFailure("--key wants 43 characters, or a file of them.");
  return key;
}

/** Lines exactly as they stand there; only the last line feed may be missing. */
async function readLines(path: string): Promise<string[]> {
  const lines = new TextDecoder().decode(await readBytes(path)).split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(path));
  } catch {
    throw new ExpectedFailure(`${path} cannot be read.`);
  }
}

import { Command, InvalidArgumentError } from "commander";
import {
  type DrawVerification,
  verifyPublishedDraw,
} from "@/lib/domain/draw/verifier/verify-published-draw";
import {
  DRAW_EXIT_CODES,
  describeDraw,
  readBytes,
  readDrawKey,
  readLines,
} from "../../draw-report";
import type { Terminal } from "../../terminal";
import { connect, findProfile } from "../connect";
import { tell, withOutput } from "../operate";
import { type BeaconRead, fetchBytes, readBeacon } from "./fetch-evidence";

type Options = {
  readonly draw?: string;
  readonly key?: string;
  readonly receipts?: string;
  readonly beacon?: string;
  readonly offline?: true;
  readonly profile?: string;
};

/** `stanchion draw verify [EVENT]` */
export function drawVerifyCommand(terminal: Terminal): Command {
  const command = new Command("verify")
    .description("Recomputes a pre-queue draw and compares it with what outsiders know.")
    .argument("[event]", "the draw of its current run")
    .option("--draw <file>", "published draw: a file or its address, instead of an event")
    .option("--key <key>", "operator's public key, or a file with it (--key=KEY)")
    .option("--receipts <file>", "visitors' receipts and freezes, one per line")
    .option("--beacon <value>", "value of the committed round; read from drand if left out")
    .option("--offline", "ask no beacon")
    .option("--profile <name>", "another one than the default of `stanchion login`")
    .addHelpText(
      "after",
      `
Nothing that the installation says is believed. Get the key from another source: without --key it comes from the
installation, and the verdict depends on it. Exit code: 0 provable, 3 not provable, 1 tampered or failed.`,
    );
  return withOutput(command).action(async (event: string | undefined, options: Options) => {
    await tell(command, terminal, async () => {
      const found = await findDraw(event, options);
      const beacon = await beaconFor(found.file, options);
      const verified = await verifyPublishedDraw({
        ...{ file: found.file, publicKey: await readDrawKey(found.key) },
        receipts: options.receipts === undefined ? [] : await readLines(options.receipts),
        beaconValue: beacon?.value ?? null,
      });
      const figures = options.key === undefined ? withOpenKey(verified, found.key) : verified;
      terminal.ending = DRAW_EXIT_CODES[figures.verdict];
      const lines = [...describeBeacon(beacon), ...describeDraw(figures)];
      return { answer: { ...figures, beaconFrom: beacon?.url ?? null }, lines };
    });
  });
}

type Found = { readonly file: Uint8Array<ArrayBuffer>; readonly key: string };

/** The file, and the key of the operator: the one that was given, else the installation's. */
async function findDraw(event: string | undefined, options: Options): Promise<Found> {
  const { draw, key, profile } = options;
  if ((event === undefined) === (draw === undefined)) {
    throw new InvalidArgumentError("Name an event, or say --draw.");
  }
  if (draw !== undefined) {
    if (key === undefined) throw new InvalidArgumentError("Say --key with --draw.");
    const file = /^https?:\/\//.test(draw) ? await fetchBytes(draw) : await readBytes(draw);
    return { file, key };
  }
  const client = await connect(await findProfile(profile));
  const { urls, publicKey } = await client.getDraw({ eventId: String(event) });
  return { file: await fetchBytes(urls.file), key: key ?? publicKey };
}

async function beaconFor(
  file: Uint8Array<ArrayBuffer>,
  { beacon, offline }: Options,
): Promise<BeaconRead | null> {
  if (beacon !== undefined) return { url: "--beacon", value: beacon };
  return offline ? null : readBeacon(file);
}

const describeBeacon = (beacon: BeaconRead | null) =>
  beacon === null ? [] : [`Beacon's value: ${beacon.value}, from ${beacon.url}`];

/** A key that comes from where the draw comes from proves only that both belong together. */
function withOpenKey(verified: DrawVerification, key: string): DrawVerification {
  const text = `Not compared: whether ${key} is the operator's key. It came from the installation.`;
  const finding = { weight: "open", code: "key-not-compared", text, line: null } as const;
  return { ...verified, findings: [...verified.findings, finding] };
}

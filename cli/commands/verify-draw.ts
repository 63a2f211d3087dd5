import { Command } from "commander";
import { verifyPublishedDraw } from "@/lib/domain/draw/verifier/verify-published-draw";
import { DRAW_EXIT_CODES, describeDraw, readBytes, readDrawKey, readLines } from "../draw-report";
import { reporting } from "../report";
import type { Terminal } from "../terminal";

type Options = {
  readonly draw: string;
  readonly key: string;
  readonly receipts?: string;
  readonly beacon?: string;
};

/** `stanchion verify-draw` */
export function verifyDrawCommand(terminal: Terminal): Command {
  const command = new Command("verify-draw")
    .description(
      "Recomputes a pre-queue draw from the published file and visitors' receipts. Works offline.",
    )
    .requiredOption("--draw <file>", "published draw file")
    .requiredOption("--key <key>", "operator's public key, or a file with it (--key=KEY)")
    .option("--receipts <file>", "visitors' receipts and freezes, one per line")
    .option("--beacon <value>", "value of the committed round, read from the beacon yourself")
    .addHelpText(
      "after",
      `
Exit code: 0 provable and all inputs match, 3 NOT PROVABLE, 1 tampered or unusable.
docs/draw.md explains each verdict.`,
    );
  return reporting(command, terminal, async (options: Options) => {
    const figures = await verifyPublishedDraw({
      file: await readBytes(options.draw),
      publicKey: await readDrawKey(options.key),
      receipts: options.receipts === undefined ? [] : await readLines(options.receipts),
      beaconValue: options.beacon ?? null,
    });
    return { lines: describeDraw(figures), figures, exitCode: DRAW_EXIT_CODES[figures.verdict] };
  });
}

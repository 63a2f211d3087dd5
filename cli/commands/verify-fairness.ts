import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Command } from "commander";
import {
  checkFairnessFile,
  type FairnessFinding,
  type FairnessVerdict,
} from "@/lib/domain/fairness/check-report";
import type { FairnessReport } from "@/lib/domain/fairness/report-file";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { isReportSignature } from "@/lib/secrets/report-signer";
import { type Report, reporting } from "../report";
import type { Terminal } from "../terminal";
import { withDatabase } from "../with-database";

type Options = { readonly key?: string; readonly database?: true };

/** `stanchion verify-fairness` */
export function verifyFairnessCommand(terminal: Terminal): Command {
  const command = new Command("verify-fairness")
    .description(
      "Checks a published fairness report: its signature, that it adds up, and with the database each admission.",
    )
    .argument("<file>", "the report, as it was published")
    .option("--key <key>", "the operator's public key, or a file that holds it (--key=KEY)")
    .option("--database", "counts the admissions in DATABASE_URL anew and compares")
    .addHelpText(
      "after",
      `
Without --key the signature is checked with the key that the report names: compare that with the key
that the operator tells you. Without --database nothing but the file is needed.
Exit code: 0 valid, 1 not valid; firstBad says what is wrong first. docs/fairness.md has the format.`,
    );
  return reporting(command, terminal, (file: string, options: Options) => verify(file, options));
}

async function verify(file: string, { key, database }: Options): Promise<Report> {
  const verdict = checkFairnessFile(await readText(file), {
    publicKey: key === undefined ? null : await readKey(key),
    isSignature: isReportSignature,
    newDigest: () => createHash("sha256"),
  });
  const firstBad = verdict.firstBad ?? (database === true ? await againstDatabase(verdict) : null);
  const valid = firstBad === null;
  const { report } = verdict;
  const checked = { key: key !== undefined, database: database === true };
  return {
    lines: inWords(report, { firstBad, checked }),
    figures: { valid, firstBad, checked, report: report && summaryOf(report) },
    exitCode: valid ? 0 : 1,
  };
}

async function againstDatabase({ report }: FairnessVerdict): Promise<FairnessFinding | null> {
  if (report === null) return null;
  return withDatabase("verify-fairness", async () => {
    const { verifyWithDatabase } = await import("@/lib/services/report/verify");
    return verifyWithDatabase(report);
  });
}

function summaryOf({ customer, event, run, figures, admissions, draw, publicKey }: FairnessReport) {
  return {
    ...{ customerId: customer.id, eventId: event.id, run, figures, draw, publicKey },
    admissions: admissions.digest,
  };
}

type Outcome = {
  readonly firstBad: FairnessFinding | null;
  readonly checked: { readonly key: boolean; readonly database: boolean };
};

function inWords(report: FairnessReport | null, { firstBad, checked }: Outcome): string[] {
  const about = report === null ? [] : aboutReport(report);
  if (firstBad !== null) {
    const when = firstBad.at === null ? "" : ` (from ${firstBad.at} to ${firstBad.until})`;
    return [...about, `✗ ${firstBad.text}${when}`, "NOT VALID"];
  }
  return [
    ...about,
    checked.key
      ? "✓ Signed with the given key"
      : `? Signed with ${report?.publicKey}: is that the operator's key?`,
    "✓ Its figures add up",
    checked.database
      ? "✓ The admissions in the database are those of the report"
      : "? Its admissions were not compared with the database",
    "VALID",
  ];
}

function aboutReport({ event, run, figures, draw }: FairnessReport): string[] {
  const { rows, fullestMinute, order, numbersTwice } = figures;
  return [
    `${event.name}, run ${run}: ${rows} admissions`,
    fullestMinute === null
      ? "  nothing tells the outflow"
      : `  fullest 60 s: ${fullestMinute.admitted} of ${fullestMinute.allowed} (${fullestMinute.ratio})`,
    `  inversions ${order.inversions}, numbers let in twice ${numbersTwice ?? "not known"}`,
    ...(draw === null ? [] : [`  draw of ${draw.members}: ${draw.verdict}`]),
  ];
}

async function readKey(keyOrFile: string): Promise<string> {
  const text = /^[\w-]{43}$/.test(keyOrFile) ? keyOrFile : (await readText(keyOrFile)).trim();
  if (!/^[\w-]{43}$/.test(text))
    throw new ExpectedFailure("--key wants 43 characters, or a file of them.");
  return text;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    throw new ExpectedFailure(`${path} cannot be read.`);
  }
}

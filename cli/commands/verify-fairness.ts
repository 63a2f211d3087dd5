import { readFile } from "node:fs/promises";
import { Command } from "commander";
import {
  checkFairnessFile,
  type FairnessFinding,
  type FairnessVerdict,
} from "@/lib/domain/fairness/check-report";
import type { FairnessReport } from "@/lib/domain/fairness/report-file";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { type Report, reporting } from "../report";
import type { Terminal } from "../terminal";
import { withDatabase } from "../with-database";

type Options = { readonly key?: string; readonly database?: true };

/** `stanchion verify-fairness` */
export function verifyFairnessCommand(terminal: Terminal): Command {
  const command = new Command("verify-fairness")
    .description(
      "Verifies a published fairness report: its signature, its totals and, with the database, every admission.",
    )
    .argument("<file>", "published report file")
    .option("--key <key>", "operator's public key, or a file with it (--key=KEY)")
    .option("--database", "recount the admissions in DATABASE_URL and compare")
    .addHelpText(
      "after",
      `
Without --key, the key in the report is used: compare it with the operator's published key. Without --database, only
the file is needed. Exit code: 0 valid, 1 not valid; firstBad shows the first problem. Format: docs/fairness.md.`,
    );
  return reporting(command, terminal, (file: string, options: Options) => verify(file, options));
}

async function verify(file: string, { key, database }: Options): Promise<Report> {
  const publicKey = key === undefined ? null : await readKey(key);
  const verdict = await checkFairnessFile(await readText(file), publicKey);
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
    const { verifyWithDatabase } = await import("@/lib/services/operation/report/verify");
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
    "✓ Figures add up",
    checked.database
      ? "✓ Admissions match the database"
      : "? Admissions not compared with the database",
    "VALID",
  ];
}

function aboutReport({ event, run, figures, draw }: FairnessReport): string[] {
  const { rows, fullestMinute, order, numbersTwice, totals } = figures;
  return [
    `${event.name}, run ${run}: ${rows} admissions`,
    fullestMinute === null
      ? " outflow unknown"
      : `  fullest 60 s: ${fullestMinute.admitted} of ${fullestMinute.allowed} (${fullestMinute.ratio})`,
    `  inversions ${order.inversions}, numbers admitted twice ${numbersTwice ?? "unknown"}`,
    ...(totals.outOfTurn === undefined
      ? []
      : [`  admitted next by the operator's team: ${totals.outOfTurn}`]),
    ...(draw === null ? [] : [`  draw of ${draw.members}: ${draw.verdict}`]),
  ];
}

async function readKey(keyOrFile: string): Promise<string> {
  const text = /^[\w-]{43}$/.test(keyOrFile) ? keyOrFile : (await readText(keyOrFile)).trim();
  if (!/^[\w-]{43}$/.test(text))
    throw new ExpectedFailure("--key requires 43 characters, or a file with them.");
  return text;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    throw new ExpectedFailure(`${path} cannot be read.`);
  }
}

import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { type AuditAnchor, readAnchors } from "@/lib/domain/audit/chain";
import { env } from "@/lib/platform/env";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { AuditCheck } from "@/lib/services/audit/verify";
import { type Report, reporting } from "../report";
import type { Terminal } from "../terminal";
import { withDatabase } from "../with-database";

type Options = { readonly customer?: string; readonly anchor?: string };

/** `stanchion verify-audit` */
export function verifyAuditCommand(terminal: Terminal): Command {
  const command = new Command("verify-audit")
    .description(
      "Checks audit logs against their chains: what was changed, deleted, inserted or moved in the database is found.",
    )
    .option("--customer <id>", "only this customer's")
    .option("--anchor <file>", "a mail, log or file with lines that begin with stanchion-audit/1")
    .addHelpText(
      "after",
      `
Wants DATABASE_URL, and only reads. With MASTER_KEY (and PREVIOUS_MASTER_KEYS) it also checks that Stanchion wrote
each entry; without it, it says so. Exit code: 0 whole, 1 not. docs/audit.md says what it finds and what it cannot.`,
    );
  return reporting(command, terminal, async ({ customer, anchor }: Options) => {
    const anchors = anchor === undefined ? [] : await anchorsOf(anchor);
    return withDatabase("verify-audit", () => check(customer, anchors));
  });
}

async function check(wireId: string | undefined, anchors: readonly AuditAnchor[]): Promise<Report> {
  const { db } = await import("@/lib/db/client");
  const { checkCustomer } = await import("@/lib/services/audit/head");
  const customers = await db().customer.findMany({
    where: wireId === undefined ? {} : { wireId },
    select: { id: true, wireId: true },
    orderBy: { wireId: "asc" },
  });
  if (wireId !== undefined && customers.length === 0) {
    throw new ExpectedFailure(`There is no customer ${wireId}.`);
  }
  const withTags = hasMasterKey();
  const checks: AuditCheck[] = [];
  for (const customer of customers) {
    checks.push(await checkCustomer(customer, { withTags, anchors }));
  }
  const gone = anchors.filter((anchor) => !customers.some((one) => one.wireId === anchor.customer));
  const firstBad = checks.find((one) => one.firstBad !== null)?.firstBad ?? null;
  const valid = firstBad === null;
  const figures = {
    valid,
    firstBad,
    tagsChecked: withTags,
    anchors: anchors.length,
    customers: checks,
  };
  return {
    lines: [
      ...checks.map(inWords),
      ...gone.map((anchor) => `! ${anchor.customer}: not checked, so its anchor says nothing here`),
      ...(withTags ? [] : ["! MASTER_KEY is not set: nobody can tell here who wrote an entry"]),
      valid ? "WHOLE" : "NOT WHOLE",
    ],
    figures,
    exitCode: valid ? 0 : 1,
  };
}

function inWords({
  customer,
  links,
  entries,
  erased,
  unlinked,
  since,
  firstBad,
}: AuditCheck): string {
  if (firstBad !== null) return `✗ ${customer}: ${firstBad.reason}`;
  const rest = unlinked === 0 ? "" : `, ${unlinked} not linked yet`;
  return `✓ ${customer}: ${entries} entries in ${links} links since ${since ?? "now"}, of ${erased} something was erased${rest}`;
}

function hasMasterKey(): boolean {
  try {
    return env.masterKey() !== "";
  } catch {
    return false;
  }
}

async function anchorsOf(path: string): Promise<readonly AuditAnchor[]> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new ExpectedFailure(`${path} cannot be read.`);
  });
  const anchors = readAnchors(text);
  if (anchors.length > 0) return anchors;
  throw new ExpectedFailure(`${path} has no line that begins with stanchion-audit/1.`);
}

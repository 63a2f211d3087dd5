import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { type AuditAnchor, readAnchors } from "@/lib/domain/audit/chain";
import type { Redis } from "@/lib/line/redis-client";
import { env } from "@/lib/platform/env";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { AnchoredCheck } from "@/lib/services/installation/audit/head";
import { type Report, reporting } from "../report";
import type { Terminal } from "../terminal";
import { withDatabase } from "../with-database";
import { withRedis } from "../with-redis";

type Options = {
  readonly customer?: string;
  readonly anchor?: string;
  /** False with `--no-redis`. */
  readonly redis: boolean;
  readonly accept?: true;
};

/** `stanchion verify-audit` */
export function verifyAuditCommand(terminal: Terminal): Command {
  const command = new Command("verify-audit")
    .description(
      "Verifies audit logs against their chains and anchors. Detects changed, deleted, inserted and moved entries.",
    )
    .option("--customer <id>", "only this customer's")
    .option("--anchor <file>", "e-mail, log or file with lines that start with stanchion-audit/1")
    .option("--no-redis", "skip the anchors in Redis")
    .option("--accept", "accept the chains as they are, after restoring a backup")
    .addHelpText(
      "after",
      `
Requires DATABASE_URL and REDIS_URL. Read-only, except for --accept. Reads anchors from Redis and AUDIT_ANCHOR_FILE.
With MASTER_KEY (and PREVIOUS_MASTER_KEYS) it also verifies that Stanchion wrote each entry. Exit code: 0 verified and
compared, 1 not. docs/audit.md describes what it can and can't detect.`,
    );
  return reporting(command, terminal, async ({ customer, anchor, redis, accept }: Options) => {
    if (accept === true && !redis) {
      throw new ExpectedFailure("--accept writes to Redis and can't be combined with --no-redis.");
    }
    const kept = anchor === undefined ? [] : await anchorsOf(anchor);
    if (!redis) {
      return withDatabase("verify-audit --no-redis", async () => {
        const { readAppendedAnchors } = await import(
          "@/lib/services/installation/audit/anchor-file"
        );
        return check(null, { customer, kept: [...(await readAppendedAnchors()), ...kept] });
      });
    }
    return withRedis("verify-audit", (connection) =>
      accept === true ? takeForRight(connection, customer) : check(connection, { customer, kept }),
    );
  });
}

async function customersOf(wireId: string | undefined) {
  const { db } = await import("@/lib/db/client");
  const customers = await db().customer.findMany({
    where: wireId === undefined ? {} : { wireId },
    select: { id: true, wireId: true },
    orderBy: { wireId: "asc" },
  });
  if (wireId !== undefined && customers.length === 0) {
    throw new ExpectedFailure(`Customer ${wireId} does not exist.`);
  }
  return customers;
}

async function takeForRight(redis: Redis, wireId: string | undefined): Promise<Report> {
  const { acceptHeads } = await import("@/lib/services/installation/audit/anchor-heads");
  const one = wireId === undefined ? undefined : (await customersOf(wireId))[0]?.id;
  const accepted = await acceptHeads(redis, one);
  return { lines: [`Accepted ${accepted} audit logs as they are.`], figures: { accepted } };
}

type Asked = { readonly customer: string | undefined; readonly kept: readonly AuditAnchor[] };

async function check(redis: Redis | null, { customer: wireId, kept }: Asked): Promise<Report> {
  const { checkAgainst } = await import("@/lib/services/installation/audit/head");
  const { readOutside } = await import("@/lib/services/installation/audit/outside");
  const customers = await customersOf(wireId);
  const withTags = hasMasterKey();
  const checks: AnchoredCheck[] = [];
  for (const customer of customers) {
    const outside = redis === null ? null : await readOutside(redis, customer.wireId);
    checks.push(await checkAgainst(outside, customer, { withTags, kept }));
  }
  const gone = kept.filter((anchor) => !customers.some((one) => one.wireId === anchor.customer));
  const firstBad = checks.find((one) => one.firstBad !== null)?.firstBad ?? null;
  const isCompared = redis === null || checks.every(({ warning }) => warning === null);
  const valid = firstBad === null;
  const figures = {
    valid,
    firstBad,
    tagsChecked: withTags,
    anchors: kept.length,
    compared: isCompared && redis !== null,
    customers: checks,
  };
  return {
    lines: [
      ...checks.map(inWords),
      ...checks.flatMap(({ customer, warning }) => (warning ? [`! ${customer}: ${warning}`] : [])),
      ...gone.map((anchor) => `! ${anchor.customer}: not checked, so its anchor was ignored`),
      ...(withTags
        ? []
        : ["! MASTER_KEY is not set, so the authorship of entries was not verified"]),
      valid ? "WHOLE" : "NOT VALID",
    ],
    figures,
    exitCode: valid && isCompared ? 0 : 1,
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
}: AnchoredCheck): string {
  if (firstBad !== null) return `✗ ${customer}: ${firstBad.reason}`;
  const rest = unlinked === 0 ? "" : `, ${unlinked} not linked yet`;
  return `✓ ${customer}: ${entries} entries in ${links} links since ${since ?? "now"}, ${erased} with erased data${rest}`;
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
  throw new ExpectedFailure(`${path} has no line that starts with stanchion-audit/1.`);
}

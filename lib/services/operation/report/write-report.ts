import { createHash } from "node:crypto";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { verifyPublishedDraw } from "@/lib/domain/draw/verifier/verify-published-draw";
import { type FairnessFigures, peopleAdmitted } from "@/lib/domain/fairness/figures";
import {
  FAIRNESS_FORMAT,
  type FairnessDraw,
  type FairnessReport,
} from "@/lib/domain/fairness/report-file";
import { countedIn, type RunSums, runSums } from "@/lib/domain/figures/sums";
import { EVENT_REF } from "@/lib/services/event/settings/event-ref";
import { settingsOf } from "@/lib/services/ground/setting-columns";
import { countRun } from "./inner/count-run";
import { readRunTotals } from "./run-totals";

/** After its end a run lets in who was called already; so long it is waited for them. */
const LAST_ADMISSIONS_MS = 30_000;

/** What is told of a run and its event. */
export const REPORTED_RUN = {
  id: true,
  number: true,
  openedAt: true,
  endedAt: true,
  event: {
    select: {
      id: true,
      ...EVENT_REF,
      name: true,
      kind: true,
      startAt: true,
      settings: true,
      customer: { select: { wireId: true, name: true } },
    },
  },
} as const satisfies Prisma.RunSelect;

type Reported = Awaited<ReturnType<typeof findReportedRun>>;
export type ReportedRun = NonNullable<Reported>;

/** The run with this database id; null when there is none. */
export function findReportedRun(runId: string) {
  return db().run.findUnique({ where: { id: runId }, select: REPORTED_RUN });
}

/** An unsigned report: everything but the key that is to sign it. */
export type UnsignedReport = Omit<FairnessReport, "publicKey">;

/**
 * Writes the fairness report of a run from its stored admissions: of one that is over up to half a minute behind its end,
 * else up to now. What is let in later, as after an event, is not in it.
 */
export async function writeReport(run: ReportedRun, now = new Date()): Promise<UnsignedReport> {
  const throughMs = (run.endedAt?.getTime() ?? now.getTime()) + LAST_ADMISSIONS_MS;
  const { inputs, figures, commitment } = await countRun(run, { throughMs });
  const people = await sumPeople(run.id, figures);
  const { event } = run;
  return {
    format: FAIRNESS_FORMAT,
    customer: { id: event.customer.wireId, name: event.customer.name },
    event: { id: event.wireId, name: event.name },
    run: run.number,
    runKey: run.id,
    method: settingsOf(event, "method").method,
    openedAtMs: run.openedAt.getTime(),
    endedAtMs: (run.endedAt ?? now).getTime(),
    countedThroughMs: throughMs,
    writtenAtMs: now.getTime(),
    startMs: inputs.startMs,
    safetyNetPerMinute: inputs.safetyNetPerMinute,
    outflow: inputs.outflow,
    figures,
    admissions: commitment,
    draw: await verifyDraw(run.id),
    ...(inputs.inForce === undefined ? {} : { inForce: inputs.inForce }),
    ...(people === undefined ? {} : { people }),
  };
}

/**
 * What became of everybody in a run, with the admissions that the report commits to. Undefined for a run that ended before
 * anybody noted who waited at its end: those would be told as no-shows.
 */
export async function sumPeople(
  runId: string,
  { totals }: FairnessFigures,
): Promise<RunSums | undefined> {
  const ofRun = await readRunTotals(db(), runId);
  if (ofRun["waiting-at-end"] === undefined) return undefined;
  const counted = countedIn(ofRun);
  return runSums({ ...counted, admitted: peopleAdmitted(totals) }, counted.arrivals);
}

/** Checks the published draw of a run again; null where it had none, or none that was decided. */
export async function verifyDraw(runId: string): Promise<FairnessDraw | null> {
  const draw = await db().draw.findUnique({
    where: { runId },
    select: { commitmentHash: true, publicKey: true, file: true },
  });
  if (!draw?.file) return null;
  const bytes = new TextEncoder().encode(draw.file);
  const verification = await verifyPublishedDraw({
    file: bytes,
    publicKey: new Uint8Array(Buffer.from(draw.publicKey, "base64url")),
    receipts: [],
    beaconValue: null,
  });
  return {
    commitment: draw.commitmentHash,
    file: createHash("sha256").update(bytes).digest("hex"),
    members: verification.draw?.members ?? 0,
    verdict: verification.verdict,
    findings: verification.findings.map(({ code }) => code),
  };
}

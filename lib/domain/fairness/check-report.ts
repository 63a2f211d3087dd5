import { type FairnessCommitment, textOfSteps } from "./admission-digests";
import { ratioOf } from "./count-fairness";
import { type FairnessFigures, peopleAdmitted } from "./figures";
import { OutflowAllowed } from "./outflow-allowed";
import { type FairnessReport, readFairnessFile } from "./report-file";
import { isReportSignature, sha256Hex } from "./signature";

/** The first thing that is wrong with a report: which part of it, when it was about, and a sentence. */
export type FairnessFinding = {
  readonly part: "file" | "signature" | "figures" | "admissions" | "draw";
  /** The first moment of the step in which admissions differ, ISO 8601; null for the other parts. */
  readonly at: string | null;
  /** The first moment after that step. */
  readonly until: string | null;
  readonly text: string;
};

/** What contradicts itself in a report; null where nothing does. Wants nothing but the report. */
async function checkOfItself(report: FairnessReport): Promise<FairnessFinding | null> {
  const { figures, admissions } = report;
  const { steps, digest } = admissions;
  const rising = steps.every(([step], index) => index === 0 || step > (steps[index - 1]?.[0] ?? 0));
  if (!rising) return ofFigures("Admission steps are not in order.");
  if ((await sha256Hex(textOfSteps(steps))) !== digest)
    return ofFigures("The admissions digest does not match its steps.");
  const rows = steps.reduce((sum, [, count]) => sum + count, 0);
  if (rows !== figures.rows) return ofFigures("The number of admissions does not match the steps.");
  const { totals, waits } = figures;
  const counted = Object.values(totals).reduce<number>((sum, one = 0) => sum + one, 0);
  if (counted !== figures.rows) return ofFigures("The totals do not add up to the admissions.");
  if (waits.known + waits.unknown !== totals.line)
    return ofFigures("The number of waits does not match the admissions from the line.");
  if (waits.counts.reduce((sum, one) => sum + one, 0) !== waits.known)
    return ofFigures("The wait distribution does not add up.");
  return checkPeople(report) ?? checkFullest(report);
}

function checkPeople({ people, figures: { totals } }: FairnessReport): FairnessFinding | null {
  if (people === undefined) return null;
  const { arrived, turnedAway, joined, admitted, waiting, left, noShows, removed } = people;
  const others = waiting + left + noShows + removed;
  if (arrived !== joined + turnedAway || joined !== admitted + others)
    return ofFigures("What became of everybody does not add up.");
  if (admitted !== peopleAdmitted(totals))
    return ofFigures("The number of people admitted does not match the admissions.");
  return null;
}

function checkFullest(report: FairnessReport): FairnessFinding | null {
  const { fullestMinute } = report.figures;
  if (fullestMinute === null) return null;
  const { ratio, admitted, allowed, atMs } = fullestMinute;
  const { startMs, safetyNetPerMinute, outflow, inForce } = report;
  const inputs = { startMs, safetyNetPerMinute, outflow, inForce, lanes: [] };
  if (new OutflowAllowed(inputs).at(atMs) !== allowed)
    return ofFigures("The fullest minute uses a different outflow than was set.");
  if (ratioOf(admitted, allowed) !== ratio)
    return ofFigures("The ratio of the fullest minute does not match its numbers.");
  return null;
}

/** What differs between a report and the same run counted anew; null where nothing does. */
export function compareWithCounted(
  report: FairnessReport,
  counted: { readonly figures: FairnessFigures; readonly commitment: FairnessCommitment },
): FairnessFinding | null {
  const step = firstOtherStep(report.admissions, counted.commitment);
  if (step !== null) return step;
  for (const name of namesOf(report.figures)) {
    if (JSON.stringify(report.figures[name]) === JSON.stringify(counted.figures[name])) continue;
    return ofFigures(`Recounted “${name}” is ${JSON.stringify(counted.figures[name])}.`);
  }
  return null;
}

function namesOf(figures: FairnessFigures): readonly (keyof FairnessFigures)[] {
  // Object.keys forgets the names of a type.
  return Object.keys(figures) as (keyof FairnessFigures)[];
}

function firstOtherStep(
  told: FairnessCommitment,
  found: FairnessCommitment,
): FairnessFinding | null {
  const inFile = new Map(told.steps.map((step) => [step[0], step]));
  const inDatabase = new Map(found.steps.map((step) => [step[0], step]));
  const all = [...new Set([...inFile.keys(), ...inDatabase.keys()])].sort((a, b) => a - b);
  for (const step of all) {
    const [, rows = 0, digest = ""] = inFile.get(step) ?? [];
    const [, rowsNow = 0, digestNow = ""] = inDatabase.get(step) ?? [];
    if (rows === rowsNow && digest === digestNow) continue;
    return {
      part: "admissions",
      at: new Date(step * told.stepMs).toISOString(),
      until: new Date((step + 1) * told.stepMs).toISOString(),
      text: `Here the report has ${rows} admissions, and the database ${rowsNow}${rows === rowsNow ? " that are others" : ""}.`,
    };
  }
  return null;
}

function ofFigures(text: string): FairnessFinding {
  return bad("figures", text);
}

/** How a report was checked, and what of it is wrong first. */
export type FairnessVerdict = {
  readonly report: FairnessReport | null;
  readonly firstBad: FairnessFinding | null;
};

/**
 * Checks a published report as far as it goes without the admissions: its form, its signature, and that it adds up.
 * `publicKey` is the operator's, got independently of the file; null takes the one in the file. The command line and the
 * page of a published report both run this. Rejects with a `DOMException` where the runtime knows no Ed25519.
 */
export async function checkFairnessFile(
  text: string,
  publicKey: string | null,
): Promise<FairnessVerdict> {
  const read = readFairnessFile(text);
  if (!read.ok)
    return { report: null, firstBad: bad("file", `The file can't be read: ${read.reason}.`) };
  const { report, signature } = read;
  const key = publicKey ?? report.publicKey;
  if (key !== report.publicKey)
    return {
      report,
      firstBad: bad("signature", "The report uses a different key than the one given."),
    };
  if (!(await isReportSignature(key, report, signature)))
    return { report, firstBad: bad("signature", "The signature does not match the report.") };
  return { report, firstBad: await checkOfItself(report) };
}

function bad(part: FairnessFinding["part"], text: string): FairnessFinding {
  return { part, at: null, until: null, text };
}

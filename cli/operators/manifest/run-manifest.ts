import { basename } from "node:path";
import type { Client } from "@/client/src/create-client";
import { confirm } from "../../confirm";
import type { Terminal } from "../../terminal";
import { environment } from "../environment";
import { EXIT, type Told } from "../operate";
import { writeNew } from "../write-new";
import { type Applied, applyPlan, markManaged } from "./apply";
import { apiOf } from "./client-api";
import { exportManifest } from "./export";
import { failureLines } from "./failure-lines";
import { makePlan } from "./make-plan";
import type { ReadManifest } from "./parse-manifest";
import type { Plan } from "./plan";
import { problemLines, readManifest } from "./read-file";
import { renderPlan, titleOf, withoutSecrets } from "./render";
import { PARTS, readState } from "./state";

/** `plan` ends so where something is to be done. */
const CHANGES = 2;

export type PlanOptions = { readonly file: string; readonly prune?: true };
export type ApplyOptions = PlanOptions & { readonly yes?: true };

/** Tells what a file would change, and changes nothing. */
export async function runPlan(
  terminal: Terminal,
  client: Client,
  options: PlanOptions,
): Promise<Told> {
  const planned = await planFile(terminal, client, options);
  if ("told" in planned) return planned.told;
  if (planned.plan.steps.length > 0) terminal.ending = CHANGES;
  return tellPlan(planned);
}

/** Makes everything as a file says, once somebody has said yes. */
export async function runApply(
  terminal: Terminal,
  client: Client,
  options: ApplyOptions,
): Promise<Told> {
  const planned = await planFile(terminal, client, options);
  if ("told" in planned) return planned.told;
  const { plan, read } = planned;
  if (plan.steps.length > 0) {
    for (const line of tellPlan(planned).lines ?? []) terminal.note(line);
    const what = "This changes your installation.";
    await confirm(terminal, { what, word: "apply", yes: options.yes });
  }
  const api = apiOf(client);
  const applied = await applyPlan(api, { manifest: read.manifest, plan }, (one) => {
    for (const line of appliedLines(one, { file: options.file, read })) terminal.note(line);
  });
  const count = (status: Applied["status"]) =>
    applied.filter((one) => one.status === status).length;
  const counts = { done: count("done"), asked: count("asked"), failed: count("failed") };
  if (counts.failed > 0) terminal.ending = EXIT.refused;
  else if (counts.asked > 0) terminal.ending = EXIT.approval;
  await markManaged(api, read.manifest, basename(options.file));
  return { answer: counts, lines: [summaryOf(counts)] };
}

/** Writes what there is into a file, and replaces none that nobody wants replaced. */
export async function runExport(
  terminal: Terminal,
  client: Client,
  options: ExportOptions,
): Promise<Told> {
  const state = await readState(apiOf(client), PARTS, (part) =>
    terminal.note(`Your key may not read ${part}: the file does not mention them.`),
  );
  const { text, variables } = exportManifest(state);
  for (const name of variables) terminal.note(`Set ${name}: the file does not say that address.`);
  const answer = { file: options.file, variables };
  if (options.file === "-") return { answer: { text, variables }, lines: [text.trimEnd()] };
  await writeNew(options, text);
  return { answer, lines: [`Wrote ${options.file}.`] };
}

export type ExportOptions = { readonly file: string; readonly force?: true };

type Planned = { readonly plan: Plan; readonly read: ReadManifest };

/** The plan of a file; where it is wrong, what is told instead. Nothing is changed. */
async function planFile(
  terminal: Terminal,
  client: Client,
  { file, prune }: PlanOptions,
): Promise<Planned | { readonly told: Told }> {
  const refuse = (lines: readonly string[], answer: object) => {
    for (const line of lines) terminal.note(line);
    terminal.ending = EXIT.refused;
    return { told: { answer, lines: [] } };
  };
  const reading = await readManifest(file);
  if (!reading.ok) {
    return refuse(problemLines(file, reading.problems), { problems: reading.problems });
  }
  const read = reading.value;
  const plan = await makePlan(apiOf(client), read.manifest, {
    prune: prune === true,
    nowMs: Date.now(),
  });
  if (plan.refusals.length === 0) return { plan, read };
  const problems = plan.refusals.map(({ path, message }) => ({
    ...{ code: "invalid" as const, message },
    ...read.locate(path),
  }));
  return refuse(problemLines(file, problems), { problems });
}

function tellPlan({ plan, read }: Planned): Told {
  const secrets = new Map(
    [...read.references.values()].map((name) => [environment.variable(name) ?? "", name]),
  );
  const steps = plan.steps.map(({ request: _, ...step }) => ({
    ...step,
    lines: withoutSecrets(step.lines, secrets),
  }));
  const lines = withoutSecrets(renderPlan(plan), secrets);
  return { answer: { steps, kept: plan.kept }, lines };
}

const MARKS = { done: "✓", asked: "…", failed: "✗", skipped: "-" } as const;

function appliedLines(
  applied: Applied,
  where: { readonly file: string; readonly read: ReadManifest },
): readonly string[] {
  const { step, status } = applied;
  const what = step.thing === "rules" ? "" : `${step.act} ${step.thing} `;
  const line = `${MARKS[status]} ${what}${titleOf(step)}`;
  if (status === "asked") return [`${line}: a second person has to approve ${applied.approvalId}`];
  if (status === "skipped") return [`${line}: not deleted, because something else failed`];
  if (status === "failed") return [line, ...failureLines(applied, where)];
  return [line];
}

function summaryOf({ done, asked, failed }: Readonly<Record<string, number>>): string {
  const more = [
    ...(asked ? [`${asked} wait for approval`] : []),
    ...(failed ? [`${failed} failed: run it again once they are put right`] : []),
  ];
  return `${[`${done} done`, ...more].join(", ")}.`;
}

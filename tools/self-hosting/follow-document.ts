import { join } from "node:path";
import type { Page } from "playwright";
import { Supervisor } from "../stack/processes";
import { runTool, say } from "../stack/run-command";
import { temporaryDirectory } from "../stack/temporary-directory";
import { cannotFollow, type GuideStep } from "./guide";
import { type Machine, startMachine } from "./machine";
import { followList, makeOwnValues, type OwnValues, replaceOwnValues } from "./operator";

export interface Follower {
  readonly document: string;
  readonly directory: string;
  readonly supervisor: Supervisor;
  readonly machine: Machine;
  readonly values: OwnValues;
  /** What has worked so far, and what else the report says. */
  readonly report: { steps: number; [name: string]: unknown };
  page: Page | null;
}

interface Plan {
  readonly name: string;
  readonly document: string;
  readonly units: readonly string[];
  readonly walk: (follower: Follower) => Promise<void>;
}

/** Follows a document on a bare Debian; what cannot be followed is told with its sentence and the end of the log. */
export function followDocument(usage: string, plan: Plan): void {
  const options = { keep: { type: "boolean", default: false } } as const;
  runTool(usage, { options }, async ({ values: { keep, json } }) => {
    const startedMs = performance.now();
    const directory = await temporaryDirectory(`stanchion-${plan.name}-`, { isKept: keep });
    if (keep) say(`The machine is in ${directory}`);
    const supervisor = new Supervisor(join(directory, "logs"));
    const machine = await startMachine(directory, supervisor);
    const follower: Follower = {
      ...{ document: plan.document, directory, supervisor, machine, values: makeOwnValues() },
      ...{ report: { steps: 0 }, page: null },
    };
    const failure = await plan.walk(follower).then(
      () => null,
      (error: unknown) => explain(follower, plan, error),
    );
    await follower.page?.context().browser()?.close();
    await supervisor.close();
    const failed = failure === null ? 0 : 1;
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    if (failure !== null) console.log(`FAILED: ${failure}`);
    console.log(`${follower.report.steps} steps, ${failed} failed, ${seconds} s`);
    if (json) console.log(JSON.stringify({ ...follower.report, failed, seconds }));
    return failed;
  });
}

async function explain(follower: Follower, { units }: Plan, error: unknown): Promise<string> {
  const { page, directory, machine } = follower;
  await page?.screenshot({ path: join(directory, "console.png") }).catch(() => undefined);
  const ofUnits = units.map((unit) => `--unit='${unit}'`).join(" ");
  const log = await machine.run(`journalctl --no-pager --output=cat --lines=60 ${ofUnits} || true`);
  return `${error instanceof Error ? error.message : String(error)}\n\n${log.trim()}`;
}

/** Waits for a step that counts as one of the document. */
export async function count<Result>(follower: Follower, work: Promise<Result>): Promise<Result> {
  const result = await work;
  follower.report.steps += 1;
  return result;
}

interface Commands {
  readonly change: (text: string) => string;
  readonly withRegistries: boolean;
}

/** Does one step of the document; commands may be changed first. Answers what they say. */
export async function takeStep(
  { document, machine, values, page }: Follower,
  step: GuideStep,
  commands: Commands = { change: (text) => text, withRegistries: false },
): Promise<string> {
  const [first] = step.kind === "clicks" ? step.actions : [step];
  say(`${document}:${first?.line} ${first?.sentence.trim().slice(0, 80)}`);
  if (step.kind === "clicks") {
    if (page === null) throw new Error("No page is open.");
    await followList(page, { document, actions: step.actions }, values);
    return "";
  }
  const script = commands.change(replaceOwnValues(step.text, values));
  return machine.run(script, commands).catch((error: unknown) => {
    throw cannotFollow(document, step, error);
  });
}

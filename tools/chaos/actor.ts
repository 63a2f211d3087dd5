import { fork } from "node:child_process";
import { once } from "node:events";
import { projectPath } from "../stack/paths";

type Told<Orders> = { readonly type: "go"; readonly orders: Orders } | { readonly type: "stop" };

/** Clients who would have a machine of their own: here a process, of this file, that does as told and sends reports. */
export function startActor<Orders, Report>(file: string, orders: Orders) {
  const child = fork(projectPath(file), [], { execArgv: ["--import", "tsx"], cwd: projectPath() });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let report: Report | null = null;
  child.on("message", (seen: Report) => {
    report = seen;
  });
  const ended = once(child, "exit");
  const tell = (told: Told<Orders>) => void child.send(told);
  tell({ type: "go", orders });
  return {
    /** What it has come to so far; null where it has not said yet. Throws where it is not there any more. */
    report(): Report | null {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`${file} has ended before its time.`);
      return report;
    },
    async stop(): Promise<Report> {
      if (child.connected) tell({ type: "stop" });
      const [code] = await ended;
      process.off("exit", kill);
      if (code !== 0 || report === null) throw new Error(`${file} ended with ${code}.`);
      return report;
    },
  };
}

/** In that process: acts by its orders until it is stopped, reports now and then and at last, and ends. */
export function actOnOrders<Orders, Report>(
  everyMs: number,
  begin: (orders: Orders, isStopped: () => boolean) => Acting<Report>,
): void {
  let isStopped = false;
  const act = async (orders: Orders) => {
    const { done, report } = begin(orders, () => isStopped);
    const reporting = setInterval(() => process.send?.(report()), everyMs);
    await done;
    clearInterval(reporting);
    await new Promise<void>((resolve) => process.send?.(report(), () => resolve()));
  };
  process.on("message", (told: Told<Orders>) => {
    if (told.type === "stop") isStopped = true;
    // What it throws ends it with 1.
    else void act(told.orders).then(() => process.exit(0));
  });
}

type Acting<Report> = { readonly done: Promise<unknown>; report(): Report };

import { fork } from "node:child_process";
import { once } from "node:events";
import { projectPath } from "../stack/paths";

type Told<Orders> = { readonly type: "go"; readonly orders: Orders } | { readonly type: "stop" };

/**
 * Clients who would have a machine of their own: here they are a process, of this file, that does as it is told. It
 * sends reports of what it has come to, of which the first stands in for those to come.
 */
export function startActor<Orders, Report>(
  file: string,
  orders: Orders,
  nothingYet: Report,
): { report(): Report; stop(): Promise<Report> } {
  const child = fork(projectPath(file), [], {
    execArgv: ["--import", "tsx"],
    cwd: projectPath(),
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let report = nothingYet;
  child.on("message", (seen: Report) => {
    report = seen;
  });
  const ended = once(child, "exit");
  const tell = (told: Told<Orders>) => void child.send(told);
  tell({ type: "go", orders });
  return {
    /** What it has come to so far. Throws where it is not there any more. */
    report() {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`${file} has ended before its time.`);
      return report;
    },
    /** Ends it; answers what it came to. */
    async stop() {
      if (child.connected) tell({ type: "stop" });
      const [code] = await ended;
      process.off("exit", kill);
      if (code !== 0) throw new Error(`${file} ended with ${code}.`);
      return report;
    },
  };
}

/** In that process: acts by its orders until it is stopped, and ends. */
export function actOnOrders<Orders>(
  act: (orders: Orders, isStopped: () => boolean) => Promise<void>,
): void {
  let isStopped = false;
  process.on("message", (told: Told<Orders>) => {
    if (told.type === "stop") isStopped = true;
    else
      act(told.orders, () => isStopped).then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
  });
}

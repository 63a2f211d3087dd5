import { fork } from "node:child_process";
import { once } from "node:events";
import { projectPath } from "../../stack/paths";
import { type LoudOrders, type LoudReport, NOTHING_YET, type ToLoud } from "./loud-orders";

/** Lets loud clients begin, in a process of their own; `stop` ends them and answers how far they came. */
export function sendLoud(orders: LoudOrders) {
  const child = fork(projectPath("tools/chaos/intake/loud-process.ts"), [], {
    execArgv: ["--import", "tsx"],
    cwd: projectPath(),
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let report = NOTHING_YET;
  child.on("message", (seen: LoudReport) => {
    report = seen;
  });
  const ended = once(child, "exit");
  const tell = (message: ToLoud) => void child.send(message);
  tell({ type: "go", orders });
  return {
    report: () => report,
    async stop(): Promise<LoudReport> {
      if (child.connected) tell({ type: "stop" });
      const [code] = await ended;
      process.off("exit", kill);
      if (code !== 0) throw new Error(`The loud clients ended with ${code}.`);
      return report;
    },
  };
}

import { fork } from "node:child_process";
import { once } from "node:events";
import { projectPath } from "../../stack/paths";
import type { AttackOrders, AttackReport, ToAttackers } from "./attacker-orders";

const NOTHING_YET: AttackReport = {
  sent: 0,
  placesTaken: 0,
  admitted: 0,
  answers: {},
  solved: 0,
  processorSeconds: 0,
};

/** Sends attackers in a process of their own. */
export function sendAttackers(orders: AttackOrders) {
  const child = fork(projectPath("tools/chaos/abuse/attackers-process.ts"), [], {
    execArgv: ["--import", "tsx"],
    cwd: projectPath(),
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let report = NOTHING_YET;
  let hasEnded = false;
  child.once("exit", () => {
    hasEnded = true;
  });
  child.on("message", (seen: AttackReport) => {
    report = seen;
  });
  const ended = once(child, "exit");
  const tell = (message: ToAttackers) => void child.send(message);
  tell({ type: "go", orders });
  return {
    /** What it has come to so far. Throws where they are not there any more. */
    report(): AttackReport {
      if (hasEnded) throw new Error("The attackers have ended before their time.");
      return report;
    },
    /** Ends them; answers what it came to. */
    async stop(): Promise<AttackReport> {
      if (child.connected) tell({ type: "stop" });
      const [code] = await ended;
      process.off("exit", kill);
      if (code !== 0) throw new Error(`The attackers ended with ${code}.`);
      return report;
    },
  };
}

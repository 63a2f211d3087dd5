// Outlives its parent by a moment. It is told process groups as "+<id>" and "-<id>" lines; when its
// input ends, because the parent has ended in whatever way, it ends the groups that are left.
import { createInterface } from "node:readline";

const GRACE_MS = 5_000;
const groups = new Set();

function signalAll(signal) {
  for (const group of groups) {
    try {
      process.kill(-group, signal);
    } catch {
      groups.delete(group);
    }
  }
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const group = Number(line.slice(1));
  if (line.startsWith("+")) groups.add(group);
  else groups.delete(group);
});
lines.on("close", () => {
  signalAll("SIGTERM");
  const deadline = Date.now() + GRACE_MS;
  const timer = setInterval(() => {
    signalAll(Date.now() < deadline ? 0 : "SIGKILL");
    if (groups.size === 0) clearInterval(timer);
  }, 50);
});

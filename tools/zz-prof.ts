import { writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { disconnectDb } from "@/lib/db/client";
import { fillDemo } from "@/tools/shared/console/fill";
import { findParameters } from "@/tools/shared/console/find-parameters";
import { findPages, fillPath } from "@/tools/shared/console/find-pages";
import { addEvents, costDuring, withSystem } from "./bench/harness/whole-system";
import { get } from "./bench/console/pages";
import { startSessions } from "./bench/console/viewers";
import { percentile } from "./bench/harness/medians";
const mode = process.argv[2] ?? "viewers";
const EVENTS = Number(process.argv[3] ?? 1000);
async function inspector(): Promise<{ send: (m: string, p?: object) => Promise<any>; close: () => void }> {
  const list = await (await fetch("http://127.0.0.1:9229/json/list")).json();
  const ws = new WebSocket(list[0].webSocketDebuggerUrl);
  await new Promise((r) => ws.addEventListener("open", r));
  let id = 0; const waiting = new Map<number, (v: any) => void>();
  ws.addEventListener("message", (m: any) => { const d = JSON.parse(String(m.data)); if (d.id) waiting.get(d.id)?.(d.result); });
  return { send: (method, params = {}) => new Promise((r) => { id += 1; waiting.set(id, r); ws.send(JSON.stringify({ id, method, params })); }), close: () => ws.close() };
}
await withSystem(["waiting-room", "worker", "console", "shop"], async (stack, databaseUrl) => {
  Object.assign(process.env, stack.env);
  await fillDemo();
  await addEvents(databaseUrl, { name: "bench", from: 1, to: EVENTS });
  await delay(20_000);
  const cookies = await startSessions(databaseUrl, stack.env["NEXTAUTH_SECRET"] ?? "", 100);
  const pid = stack.processId("console") ?? 0;
  const cookie = cookies[0] ?? "";
  if (mode === "viewers") {
    await stack.stop("worker");
    const home = new AbortController();
    const all = cookies.map(async (one, index) => {
      const path = `/api/v1/events/bench${1 + (index % 10)}/snapshot`;
      await delay(2000 * index / 100);
      while (!home.signal.aborted) { const s = performance.now(); await get(new URL(path, stack.urls.console), { cookie: one }); await delay(Math.max(0, 2000 - (performance.now() - s))); }
    });
    await delay(12_000);
    const quiet = await costDuring(databaseUrl, pid, 40_000);
    console.log("viewers", JSON.stringify(quiet));
    process.kill(pid, "SIGUSR1"); await delay(1000);
    const i = await inspector();
    await i.send("Profiler.enable"); await i.send("Profiler.setSamplingInterval", { interval: 500 }); await i.send("Profiler.start");
    await delay(30_000);
    const { profile } = await i.send("Profiler.stop"); writeFileSync("/tmp/prof-viewers.json", JSON.stringify(profile)); i.close();
    home.abort(); await Promise.all(all);
  }
  if (mode === "pages" || mode === "all") {
    const parameters = await findParameters();
    const paths = await findPages();
    const times = paths.map((): number[] => []);
    for (let round = -2; round < 30; round += 1)
      for (const [n, p] of paths.entries()) { const s = performance.now(); await get(new URL(fillPath(p, parameters), stack.urls.console), { cookie, accept: "text/html" }); if (round >= 0) times[n]?.push(performance.now() - s); }
    const table = paths.map((p, n) => ({ p, p50: percentile(times[n] ?? [], 0.5), p95: percentile(times[n] ?? [], 0.95) })).sort((a, b) => b.p95 - a.p95);
    for (const r of table.slice(0, 14)) console.log(r.p50.toFixed(1), r.p95.toFixed(1), r.p);
    process.kill(pid, "SIGUSR1"); await delay(1000);
    const i = await inspector();
    await i.send("Profiler.enable"); await i.send("Profiler.setSamplingInterval", { interval: 500 }); await i.send("Profiler.start");
    for (let n = 0; n < 200; n += 1) { await get(new URL("/events", stack.urls.console), { cookie, accept: "text/html" }); await delay(40); }
    const { profile } = await i.send("Profiler.stop"); writeFileSync("/tmp/prof-pages.json", JSON.stringify(profile)); i.close();
  }
}).finally(disconnectDb);

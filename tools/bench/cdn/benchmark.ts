import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readDeployFile } from "@/tools/deploy-files/deploy-files";
import { replaced, runUntilStopped } from "@/tools/deploy-files/run-proxy";
import { ask } from "@/tools/shared/ask";
import { freePort } from "@/tools/shared/serve";
import { installProgram, runProgram } from "@/tools/stack/programs";
import { say } from "@/tools/stack/run-command";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";
import type { Benchmark } from "../harness/benchmark";
import { publishCustomer } from "../harness/events";
import { measureLoad } from "../harness/loads";
import { type RunningServer, withServers } from "../harness/servers";
import { pathOf, ROOM_HOST } from "../harness/visitor-requests";
import { openBusy } from "../waiting-room/lines";

const WARM_UP_SECONDS = 2;
const SECONDS = 5;
const VISITORS = 100;
const LOOKS = 100;
const LOOK_EVERY_MS = 50;

/** The waiting room behind a real Varnish with the file of `deploy`, as behind a CDN. */
export const cdn: Benchmark = {
  about:
    "line.json behind Varnish: what reaches the room, how old it is, and who gets whose answer",
  measure: () =>
    withServers(async (servers) => {
      await publishCustomer(servers.redis, servers.master);
      const { event, line, status } = await openBusy(servers, "busy");
      const room = await servers.runRoom("room");
      const varnish = await startVarnish(room);
      try {
        say(`Measuring line.json directly and behind Varnish, ${SECONDS} s each`);
        const cached = { ...room, port: varnish.port, requests: line };
        await measureLoad({ ...room, requests: line }, WARM_UP_SECONDS);
        await measureLoad(cached, WARM_UP_SECONDS);
        const bare = await measureLoad({ ...room, requests: line }, SECONDS);
        const before = varnish.asked();
        const behind = await measureLoad(cached, SECONDS);
        const reached = varnish.asked() - before;
        const path = `${pathOf(event)}/${event.runId}/line.json`;
        return {
          reachesTheRoomPerSecond: reached / SECONDS,
          reachesTheRoomShare: reached / behind.requests,
          roomMicroseconds: {
            bare: bare.processorMicroseconds,
            behind: behind.processorMicroseconds,
          },
          ageMsMax: await oldest(path, { room: room.port, varnish: varnish.port }),
          strangersAnswers: await strangersAnswers(status.slice(0, VISITORS), varnish.port),
        };
      } finally {
        await varnish.close();
      }
    }),
};

async function startVarnish(room: RunningServer) {
  const program = installProgram("varnish", ["varnishd"], say);
  if (program === null) throw new Error("Install varnish (apt-get install varnish).");
  const folder = await temporaryDirectory("stanchion-bench-varnish-");
  const file = join(folder, "stanchion.vcl");
  const vcl = replaced(readDeployFile("cdn/varnish/stanchion.vcl"), { '"3001"': `"${room.port}"` });
  writeFileSync(file, vcl);
  const port = await freePort();
  const args = ["-F", "-j", "none", "-n", folder, "-a", `127.0.0.1:${port}`, "-f", file];
  const run = { name: "varnishd", args: [...args, "-s", "malloc,64m"], env: process.env };
  const isReady = () => fetch(`http://127.0.0.1:${port}/health`).then(Boolean);
  return {
    port,
    /** How often it has asked the room so far. */
    asked(): number {
      const told = runProgram("varnishstat", ["-1", "-n", folder, "-f", "MAIN.backend_req"]) ?? "";
      return Number(/MAIN\.backend_req\s+(\d+)/.exec(told)?.[1]);
    },
    close: await runUntilStopped(run, isReady),
  };
}

/** By how much a line behind the cache was older than what the room said at that moment, at most. */
async function oldest(path: string, ports: Readonly<Record<"room" | "varnish", number>>) {
  const nowAt = async (port: number): Promise<number> => {
    const { body } = await ask(`http://127.0.0.1:${port}${path}`, { headers: { host: ROOM_HOST } });
    return JSON.parse(body).now;
  };
  let ageMs = 0;
  for (let look = 0; look < LOOKS; look += 1) {
    const kept = await nowAt(ports.varnish);
    ageMs = Math.max(ageMs, (await nowAt(ports.room)) - kept);
    await delay(LOOK_EVERY_MS);
  }
  return ageMs;
}

/** How many of these check-ins were answered with the number of somebody else. */
async function strangersAnswers(checkIns: readonly string[], port: number): Promise<number> {
  let strangers = 0;
  const numbers = new Set<number>();
  for (const checkIn of checkIns) {
    const [, path = ""] = checkIn.split(" ");
    const cookie = /\r\nCookie: ([^\r]+)/.exec(checkIn)?.[1] ?? "";
    const { body } = await ask(`http://127.0.0.1:${port}${path}`, {
      headers: { host: ROOM_HOST, cookie },
    });
    const { number } = JSON.parse(body);
    if (numbers.has(number)) strangers += 1;
    numbers.add(number);
  }
  return strangers;
}

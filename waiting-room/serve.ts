import cluster from "node:cluster";
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { FOREIGN, requireOwnRedis } from "@/lib/line/commands/installation-mark";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { keepRedisSafe } from "@/lib/line/watch-redis";
import { drain } from "@/lib/platform/drain";
import { endOnSignal } from "@/lib/platform/end-on-signal";
import { env } from "@/lib/platform/env";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { createRoomServer, listen } from "@/waiting-room/http/listen";
import { mendingPage } from "@/waiting-room/pages/mending-page";
import { createListener } from "@/waiting-room/routes/router";
import { createServerContext } from "./create-server-context";
import { createLogger, note } from "./log";
import { watchRoom } from "./room-health";

const REDIS_WAIT_MS = 10_000;
const CLOSE_MS = 6_000;
const LONGEST_ANSWER_MS = 3_000;

/** Serves visitors until SIGTERM or SIGINT. Rejects when it cannot start. */
export async function serve(): Promise<void> {
  const log = createLogger();
  endUncaught(log);
  const servers: Server[] = [];
  const stops = [() => room.stop()];
  const masters = masterKeysFromEnvironment();
  // What a connection fails of is told by its health, once.
  const redis = connectRedis(env.redisUrl());
  const room = watchRoom(redis, {
    masters,
    onForeign: () => endForeign(log),
    log: {
      onFinding: (code, text) => log(`${text} (${code})`),
      onRecovery: (_, text) => note(text),
    },
  });
  endOnSignal({
    drainMs: 1_000 * env.drainSeconds(),
    graceMs: CLOSE_MS,
    onSignal: room.drain,
    close: async () => {
      await drain(servers, LONGEST_ANSWER_MS);
      await Promise.all(stops.map((stop) => stop()));
    },
    onFailure: log,
  });
  // That it is away says the health of this process.
  await waitForRedis(redis, REDIS_WAIT_MS, () => undefined);
  await requireOwnRedis(redis, masters);
  await keepRedisSafe(redis, env.redisDurability(), {
    onDanger: ({ code, text }) => {
      room.noteDanger(code);
      log(text);
    },
    onSafe: ({ code, text }) => {
      room.noteSafe(code);
      note(`No more: ${text}`);
    },
  });
  const context = createServerContext({
    redis,
    masters,
    ...readScripts(),
    captchaOrigins: env.captchaOrigins(),
    trustedProxies: env.trustedProxies(),
    basePath: env.queuePath(),
    origins: env.waitingRoomOrigins(),
    domain: env.waitingRoomDomain(),
    health: room.health,
    onCannotOpen: () => room.noteCannotOpen(true),
    log,
  });
  context.lines.start();
  stops.push(
    async () => context.leavers.stop(),
    () => context.lines.stop(),
  );
  const { listener, Response, end } = await observedListener(context);
  stops.push(end);
  const common = {
    connectionsMax: env.waitingRoomConnections(),
    isBehindProxy: env.trustedProxies() > 0,
    onRefused: () => log(new Error("Connections are refused: there are too many.")),
    mend: mendingPage,
    Response,
  };
  servers.push(createRoomServer(listener, common));
  const tls = readTls();
  if (tls !== undefined) servers.push(createRoomServer(listener, { ...common, tls }));
  const ports = await listenOnPorts(servers);
  if (cluster.isPrimary) note(`The waiting room listens on ${ports.join(", ")}.`);
}

/** With and without TLS, each on its port; answers which. */
async function listenOnPorts(servers: readonly Server[]): Promise<readonly number[]> {
  const ports = [env.waitingRoomPort(), env.waitingRoomTlsPort()].slice(0, servers.length);
  await Promise.all(
    servers.map((server, index) => listen(server, ports[index] ?? 0, env.listenAddress())),
  );
  return ports;
}

type Context = ReturnType<typeof createServerContext>;

/** What answers visitors. It is traced where traces are exported, which `end` ends, and counted where metrics are read. */
async function observedListener(context: Context) {
  const { listener, ...others } = await countedListener(context);
  const settings = env.traces();
  // Nothing of it is loaded, and nothing done for it, unless it is asked for.
  if (settings === undefined) return { listener, ...others, end: async () => undefined };
  const { startRoomTraces } = await import("./traces/start-room-traces");
  const { traced, end } = startRoomTraces(settings, context.log);
  return { listener: traced(listener), ...others, end };
}

/** What answers visitors; it counts, and more is loaded, only where somebody reads metrics. */
async function countedListener(context: Context) {
  const listener = createListener(context);
  const at = env.metricsListen();
  if (at === undefined) return { listener };
  const { startRoomMetrics } = await import("./metrics/start-room-metrics");
  const { lines } = context;
  const http = await startRoomMetrics({ at, lines, eventsMax: env.metricsEvents() });
  return { listener: http.counted(listener), Response: http.Response };
}

/** Nothing may be written to a Redis of somebody else, so that this process has nothing to do. */
function endForeign(log: (error: unknown) => void): never {
  log(FOREIGN);
  process.exit(1);
}

/** A failure that nobody caught ends the process; it is a line of the log, like every other. */
function endUncaught(log: (error: unknown) => void): void {
  process.on("uncaughtException", (error) => {
    log(error);
    process.exit(1);
  });
}

/** What the build has put beside this program. */
function readScripts() {
  return {
    clientScript: readFileSync(new URL("./client.js", import.meta.url)),
    customScript: readFileSync(new URL("./custom.js", import.meta.url)),
    laterScript: readFileSync(new URL("./later.js", import.meta.url)),
    extrasScript: readFileSync(new URL("./extras.js", import.meta.url)),
    challengeScript: readFileSync(new URL("./challenge.js", import.meta.url)),
    captchaScript: readFileSync(new URL("./captcha.js", import.meta.url)),
    widgetScript: readFileSync(new URL("./widget.js", import.meta.url)),
    keyScript: readFileSync(new URL("./key.js", import.meta.url)),
    verifyScript: readFileSync(new URL("./verify.js", import.meta.url)),
    reportScript: readFileSync(new URL("./report.js", import.meta.url)),
    moveScript: readFileSync(new URL("./move.js", import.meta.url)),
    noticesScript: readFileSync(new URL("./notices.js", import.meta.url)),
    noticeWorker: readFileSync(new URL("./notice-worker.js", import.meta.url)),
    connectorScript: readFileSync(new URL("./connector.js", import.meta.url)),
  };
}

function readTls() {
  const certificateFile = env.tlsCertificateFile();
  const keyFile = env.tlsKeyFile();
  if (certificateFile === undefined || keyFile === undefined) return undefined;
  return { cert: readFileSync(certificateFile), key: readFileSync(keyFile) };
}

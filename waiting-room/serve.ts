import cluster from "node:cluster";
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { keepRedisSafe } from "@/lib/line/watch-redis";
import { env } from "@/lib/platform/env";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { createRoomServer, drain, listen } from "@/waiting-room/http/listen";
import { createListener } from "@/waiting-room/routes/router";
import { createServerContext } from "./create-server-context";
import { createLogger, noteResolved } from "./log";
import { watchRoom } from "./room-health";

const REDIS_WAIT_MS = 10_000;
const CLOSE_MS = 6_000;

/** Serves visitors until SIGTERM or SIGINT. Rejects when it cannot start. */
export async function serve(): Promise<void> {
  const log = createLogger();
  const redis = connectRedis(env.redisUrl(), log);
  await waitForRedis(redis, REDIS_WAIT_MS);
  const room = watchRoom(redis);
  await keepRedisSafe(redis, env.redisDurability(), {
    onDanger: ({ code, text }) => {
      room.noteDanger(code);
      log(text);
    },
    onSafe: ({ code, text }) => {
      room.noteSafe(code);
      noteResolved(text);
    },
  });
  const context = createServerContext({
    redis,
    masters: masterKeysFromEnvironment(),
    clientScript: readFileSync(new URL("./client.js", import.meta.url)),
    verifyScript: readFileSync(new URL("./verify.js", import.meta.url)),
    connectorScript: readFileSync(new URL("./connector.js", import.meta.url)),
    trustedProxies: env.trustedProxies(),
    basePath: env.queuePath(),
    origins: env.waitingRoomOrigins(),
    health: room.health,
    log,
  });
  context.lines.start();
  const listener = createListener(context);
  const common = {
    connectionsMax: env.waitingRoomConnections(),
    onRefused: () => log(new Error("Connections are refused: there are too many.")),
  };
  const servers: Server[] = [createRoomServer(listener, common)];
  const tls = readTls();
  if (tls !== undefined) servers.push(createRoomServer(listener, { ...common, tls }));
  const ports = [env.waitingRoomPort(), env.waitingRoomTlsPort()].slice(0, servers.length);
  await Promise.all(servers.map((server, index) => listen(server, ports[index] ?? 0)));

  let isClosing = false;
  const close = (goOnMs: number) => {
    if (isClosing) return;
    isClosing = true;
    room.drain();
    setTimeout(() => process.exit(0), goOnMs + CLOSE_MS).unref();
    delay(goOnMs)
      .then(() => drain(servers))
      .then(() => Promise.all([context.lines.stop(), room.stop()]))
      .catch(log)
      .finally(() => process.exit(0));
  };
  const drainMs = 1_000 * env.drainSeconds();
  process.on("SIGTERM", () => close(drainMs));
  process.on("SIGINT", () => close(0));
  if (cluster.isPrimary) {
    process.stdout.write(`The waiting room listens on ${ports.join(", ")}.\n`);
  }
}

function readTls() {
  const certificateFile = env.tlsCertificateFile();
  const keyFile = env.tlsKeyFile();
  if (certificateFile === undefined || keyFile === undefined) return undefined;
  return { cert: readFileSync(certificateFile), key: readFileSync(keyFile) };
}

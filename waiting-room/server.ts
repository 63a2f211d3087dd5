import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { env } from "@/lib/env";
import { assertSafeRedis, connectRedis, waitForRedis } from "@/lib/line/redis";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { createRoom } from "./create-room";
import { createLogger } from "./log";
import { createListener } from "./router";

const REDIS_WAIT_MS = 10_000;
const CLOSE_MS = 5_000;

/** What a slow or hostile client may take. */
const LIMITS = { headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 30_000 } as const;

async function main(): Promise<void> {
  const log = createLogger();
  const redis = connectRedis(env.redisUrl(), log);
  await waitForRedis(redis, REDIS_WAIT_MS);
  await assertSafeRedis(redis);
  const room = createRoom({
    redis,
    masters: masterKeysFromEnvironment(),
    clientScript: readFileSync(new URL("./client.js", import.meta.url)),
    verifyScript: readFileSync(new URL("./verify.js", import.meta.url)),
    trustedProxies: env.trustedProxies(),
    log,
  });
  room.start();
  const listener = createListener(room);
  const servers: Server[] = [createServer(LIMITS, listener)];
  const certificateFile = env.tlsCertificateFile();
  const keyFile = env.tlsKeyFile();
  if (certificateFile !== undefined && keyFile !== undefined) {
    const tls = { cert: readFileSync(certificateFile), key: readFileSync(keyFile) };
    servers.push(createTlsServer({ ...LIMITS, ...tls }, listener));
  }
  const ports = [env.waitingRoomPort(), env.waitingRoomTlsPort()];
  await Promise.all(servers.map((server, index) => listen(server, ports[index])));
  process.stdout.write(
    `The waiting room listens on ${ports.slice(0, servers.length).join(", ")}.\n`,
  );

  const close = () => {
    room.stop();
    for (const server of servers) server.close();
    setTimeout(() => process.exit(0), CLOSE_MS).unref();
    void Promise.all(servers.map(closed)).then(() => redis.disconnect());
  };
  process.once("SIGTERM", close);
  process.once("SIGINT", close);
}

function listen(server: Server, port: number | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, resolve);
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.once("close", () => resolve());
    server.closeIdleConnections();
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
  process.exit();
});

import { join } from "node:path";
import { fromProject } from "./paths";
import type { Ports } from "./ports";
import type { LocalSecrets } from "./secrets";
import type { CertificateFiles } from "./tls";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Sites on this machine, such as the demo's shop, may be asked by the system that runs on it. */
const OWN_HOSTS = "localhost,*.localhost,127.0.0.0/8,::1";

/**
 * Addresses that every program on this machine can open: names below `localhost` are known to browsers only. Browsers
 * share cookies between ports of one host, so the waiting room has another than the console and sites.
 */
export function urlsOf(ports: Ports) {
  return {
    console: process.env["CONSOLE_URL"] || `http://localhost:${ports.console}`,
    waitingRoom: process.env["WAITING_ROOM_URL"] || `http://127.0.0.1:${ports.waitingRoom}`,
    waitingRoomTls: `https://127.0.0.1:${ports.waitingRoomTls}`,
    shop: `http://localhost:${ports.shop}`,
    publicShop: `http://localhost:${ports.publicShop}`,
  };
}

/** Every variable that `lib/platform/env.ts` and the scripts read, over what the process already has. */
export function environmentOf(parts: {
  readonly dataDirectory: string;
  readonly ports: Ports;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly secrets: LocalSecrets;
  readonly certificate: CertificateFiles;
}): Environment {
  const { dataDirectory, ports, certificate } = parts;
  const urls = urlsOf(ports);
  return {
    ...process.env,
    ...parts.secrets,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    DATA_DIR: dataDirectory,
    DATABASE_URL: parts.databaseUrl,
    REDIS_URL: parts.redisUrl,
    CONSOLE_URL: urls.console,
    NEXTAUTH_URL: urls.console,
    WAITING_ROOM_URL: urls.waitingRoom,
    QUEUE_DOMAIN: process.env["QUEUE_DOMAIN"] || `127.0.0.1:${ports.waitingRoomTls}`,
    SHOP_URL: urls.shop,
    PUBLIC_SHOP_URL: urls.publicShop,
    SIGN_UP: process.env["SIGN_UP"] || "open",
    ALLOWED_PRIVATE_HOSTS: process.env["ALLOWED_PRIVATE_HOSTS"] ?? OWN_HOSTS,
    OUTBOX_DIRECTORY: process.env["OUTBOX_DIRECTORY"] || fromProject(join(dataDirectory, "outbox")),
    TLS_CERTIFICATE_FILE: process.env["TLS_CERTIFICATE_FILE"] || certificate.certificateFile,
    TLS_KEY_FILE: process.env["TLS_KEY_FILE"] || certificate.keyFile,
    CONSOLE_PORT: String(ports.console),
    WAITING_ROOM_PORT: String(ports.waitingRoom),
    WAITING_ROOM_TLS_PORT: String(ports.waitingRoomTls),
    WORKER_PORT: String(ports.worker),
    API_PORT: String(ports.api),
    // No balancer stands in front.
    DRAIN_SECONDS: process.env["DRAIN_SECONDS"] || "0",
    SHOP_PORT: String(ports.shop),
    PUBLIC_SHOP_PORT: String(ports.publicShop),
  };
}

import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What a shop needs to know about its waiting room. */
export interface ShopSettings {
  readonly port: number;
  readonly host: string | undefined;
  readonly customerId: string;
  readonly apiKey: string;
  readonly secret: string;
  readonly configUrl: string;
  readonly waitingRoomOrigin: string;
}

function readText(record: unknown, key: string): string {
  const isObject = typeof record === "object" && record !== null;
  const text: unknown = isObject ? Reflect.get(record, key) : undefined;
  if (typeof text !== "string" || text === "") throw new Error(`The demo's ${key} is missing`);
  return text;
}

/** The file that seeding the demo leaves behind; the variables below go before it. */
function readDemoFile(): unknown {
  const file = join(process.env["DATA_DIR"] ?? ".data", "demo.json");
  return JSON.parse(readFileSync(file, "utf8"));
}

function readCredentials(): Pick<ShopSettings, "customerId" | "apiKey" | "secret"> {
  const { SHOP_CUSTOMER_ID, SHOP_API_KEY, SHOP_SECRET } = process.env;
  if (SHOP_CUSTOMER_ID && SHOP_API_KEY && SHOP_SECRET) {
    return { customerId: SHOP_CUSTOMER_ID, apiKey: SHOP_API_KEY, secret: SHOP_SECRET };
  }
  const demo = readDemoFile();
  return {
    customerId: readText(demo, "customerId"),
    apiKey: readText(demo, "apiKey"),
    secret: readText(demo, "secret"),
  };
}

/**
 * Reads a shop's settings: `SHOP_CUSTOMER_ID`, `SHOP_API_KEY`, `SHOP_SECRET` (or `demo.json` in
 * `DATA_DIR`), `SHOP_CONFIG_URL` (or the one under `WAITING_ROOM_URL`), `SHOP_HOST`, and the port
 * from the variable named.
 *
 * @throws Error when something is missing
 */
export function readShopSettings(portVariable: string, defaultPort: number): ShopSettings {
  const credentials = readCredentials();
  const waitingRoomOrigin = process.env["WAITING_ROOM_URL"] || "http://127.0.0.1:3001";
  return {
    ...credentials,
    port: Number(process.env[portVariable] || defaultPort),
    host: process.env["SHOP_HOST"] || undefined,
    configUrl:
      process.env["SHOP_CONFIG_URL"] ||
      `${waitingRoomOrigin}/status/integrationconfig/secure/${credentials.customerId}`,
    waitingRoomOrigin,
  };
}

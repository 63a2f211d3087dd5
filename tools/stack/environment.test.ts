import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { environmentOf, urlsOf } from "./environment";
import { readPorts } from "./ports";

afterEach(() => {
  vi.unstubAllEnvs();
});

function printed(): readonly string[] {
  for (const name of ["CONSOLE_URL", "WAITING_ROOM_URL", "QUEUE_DOMAIN"]) vi.stubEnv(name, "");
  const env = environmentOf({
    dataDirectory: "/nowhere",
    ports: readPorts(),
    databaseUrl: "",
    redisUrl: "",
    secrets: { MASTER_KEY: "", NEXTAUTH_SECRET: "" },
    certificate: { certificateFile: "", keyFile: "" },
  });
  const named = ["CONSOLE_URL", "WAITING_ROOM_URL", "SHOP_URL", "PUBLIC_SHOP_URL"];
  return [
    ...Object.values<string>({ ...urlsOf(readPorts()) }),
    ...named.map((name) => env[name] ?? ""),
    `https://${env["QUEUE_DOMAIN"]}`,
  ];
}

test("every address that npm start prints or gives to connectors leads here for any program", async () => {
  for (const url of printed()) {
    const { hostname } = new URL(url);
    // What every resolver knows: an address, or the one name that /etc/hosts has everywhere.
    expect(isIP(hostname) > 0 || hostname === "localhost", url).toBe(true);
    expect((await lookup(hostname)).address, url).toMatch(/^(127\.|::1$)/);
  }
});

test("the waiting room shares its cookies with nothing else", () => {
  const { console: consoleUrl, waitingRoom, waitingRoomTls, shop } = urlsOf(readPorts());
  const hostOf = (url: string) => new URL(url).hostname;
  expect([hostOf(consoleUrl), hostOf(shop)]).not.toContain(hostOf(waitingRoom));
  expect(hostOf(waitingRoomTls)).toBe(hostOf(waitingRoom));
});

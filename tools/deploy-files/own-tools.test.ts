import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { request } from "node:https";
import { basename, join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Served, serve } from "../shared/serve";
import { temporaryDirectory } from "../stack/temporary-directory";
import { requireDebianProgram } from "./debian-program";
import { listDeployFiles, readDeployFile } from "./deploy-files";
import {
  CADDY,
  checkProxy,
  environmentOf,
  NGINX,
  type ProxySetting,
  proxySetting,
  startProxy,
} from "./run-proxy";

let directory = "";
beforeAll(async () => {
  directory = await temporaryDirectory("stanchion-deploy-");
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe("systemd", () => {
  const units = listDeployFiles().filter((file) => /^systemd\/.*\.(service|target)$/.test(file));

  function writeUnit(file: string, text: string): string {
    const path = join(directory, basename(file).replace("@.", "@3101."));
    writeFileSync(path, text.replace(/^ExecStart=\S+/m, "ExecStart=/bin/true"));
    if (path.includes("@")) copyFileSync(path, path.replace("@3101.", "@."));
    return path;
  }

  function analyze(...args: string[]) {
    const program = requireDebianProgram("systemd-analyze", "systemd");
    return spawnSync(program, args, { encoding: "utf8" });
  }

  /** What is said against units; it ends with 0 also for a word that it does not know. */
  function verify(...paths: string[]): string {
    const { status, stderr } = analyze("verify", "--man=no", ...paths);
    return status === 0 ? stderr : `${stderr}\nended with ${status}`;
  }

  test("systemd finds nothing against the units", () => {
    expect(units.length).toBe(4);
    expect(verify(...units.map((file) => writeUnit(file, readDeployFile(file))))).toBe("");
  });

  test("it does find a misspelt word", () => {
    const text = readDeployFile("systemd/stanchion-worker.service");
    const path = writeUnit("wrong.service", text.replace("ProtectSystem", "ProtectSystm"));
    expect(verify(path)).toContain("ProtectSystm");
  });

  test.each(units.filter((file) => file.endsWith(".service")))("%s is well shut in", (file) => {
    const path = writeUnit(file, readDeployFile(file));
    const options = ["--offline=yes", "--no-pager", "--threshold=20"];
    const { status, stdout } = analyze("security", ...options, path);
    expect(stdout).toContain("Overall exposure level");
    expect(status, stdout.split("\n").slice(-3).join("\n")).toBe(0);
  });

  test("every process gets longer to finish than it takes", () => {
    const texts = units.filter((file) => file.endsWith(".service")).map(readDeployFile);
    const times = texts.map((text) => {
      expect(text).toMatch(/^KillSignal=SIGTERM$/m);
      expect(text).toMatch(/^Restart=on-failure$/m);
      return /^TimeoutStopSec=(.*)$/m.exec(text)?.[1];
    });
    expect(times).toEqual(["34s", "15s", "34s"]);
  });

  test("the command that runs one thing is a script that a shell takes", () => {
    const text = readDeployFile("systemd/stanchion");
    const { status, stderr } = spawnSync("sh", ["-n"], { input: text, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  });

  test("a command is told which folder keeps its files, and begins there", () => {
    const words = readDeployFile("systemd/stanchion").split(/\s+/);
    const [kept] = words.flatMap((word) => /^--property=StateDirectory=(.+)/.exec(word)?.[1] ?? []);
    expect(words).toContain(`--property=WorkingDirectory=/var/lib/${kept}`);
  });
});

test.each([
  ["for containers", "docker/Caddyfile"],
  ["of customers' own hosts", "caddy/own-hosts.Caddyfile"],
])("Caddy takes the configuration %s", (_what, path) => {
  const file = join(directory, "caddyfile");
  writeFileSync(file, readDeployFile(path));
  const hosts = { CONSOLE_HOST: "console.example.com", ROOM_HOST: "room.example.com" };
  const env = { ...environmentOf(directory), ...hosts, ACME_EMAIL: "admin@example.com" };
  const args = ["validate", "--config", file, "--adapter", "caddyfile"];
  const options = { encoding: "utf8", env } as const;
  const { status, stderr } = spawnSync(requireDebianProgram("caddy"), args, options);
  expect(status, stderr).toBe(0);
});

interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly port: number | undefined;
}

/** Answers each request with what it has heard, as the console or the waiting room. */
function startEcho(): Promise<Served> {
  return serve(async (incoming, response) => {
    const { url, headers, socket } = incoming;
    const body = await textOf(incoming);
    const port = socket.remotePort;
    if (url?.endsWith("line.json") === true)
      response.setHeader("cache-control", "public, max-age=0, s-maxage=1");
    response.end(JSON.stringify({ headers, body, port }));
  });
}

async function ask(
  { httpsPort: port }: ProxySetting,
  host: string,
  options: { path?: string; headers?: Record<string, string>; chunks?: readonly string[] } = {},
): Promise<Heard> {
  const { path = "/", headers = {}, chunks } = options;
  const asked = request({
    ...{ host: "127.0.0.1", port, servername: host, path },
    method: chunks === undefined ? "GET" : "POST",
    headers: { ...headers, host },
    // Who it is was checked elsewhere; this is about what it passes on.
    rejectUnauthorized: false,
  });
  const answered: Promise<IncomingMessage[]> = once(asked, "response");
  for (const chunk of chunks ?? []) asked.write(chunk);
  asked.end();
  const [response] = await answered;
  if (response?.statusCode !== 200) throw new Error(`${host} answers ${response?.statusCode}`);
  return JSON.parse(await textOf(response));
}

const HOSTS = ["console.example.com", "room.example.com"] as const;
const [CONSOLE, ROOM] = HOSTS;
const FORGED = { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "http" };
const BODY = ["12345", "67890"];

describe.each([NGINX, CADDY])("$name", (proxy) => {
  let own = "";
  let setting: ProxySetting = { directory: "", httpPort: 0, httpsPort: 0, behindPort: 0 };
  let echo: Served | undefined;
  let stop: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    own = await temporaryDirectory(`stanchion-${proxy.name}-`);
    echo = await startEcho();
    setting = await proxySetting(own, echo.port);
  });
  afterAll(async () => {
    await stop?.();
    await echo?.close();
    rmSync(own, { recursive: true, force: true });
  });

  test("takes its configuration", async () => {
    const { isRight, words } = await checkProxy(proxy, setting);
    expect(isRight, words).toBe(true);
    expect(words).not.toMatch(/\[warn\]|"level":"warn"/);
  });

  test("passes on who asked and nothing that they claim", async () => {
    stop = await startProxy(proxy, setting, async () => {
      await Promise.all(HOSTS.map((host) => ask(setting, host)));
      return true;
    });
    for (const host of HOSTS) {
      const { headers } = await ask(setting, host, { headers: FORGED });
      expect(headers["x-forwarded-for"]).toBe("127.0.0.1");
      expect(headers["x-forwarded-proto"]).toBe("https");
      expect(headers.host).toBe(host);
    }
  });

  test("uses connections to the waiting room again", async () => {
    const ports = [];
    for (let turn = 0; turn < 5; turn += 1) ports.push((await ask(setting, ROOM)).port);
    expect(new Set(ports).size).toBeLessThan(5);
  });

  test("gives the console bodies with their length", async () => {
    const sent = { headers: { "content-length": "10" }, chunks: BODY };
    const { headers, body } = await ask(setting, CONSOLE, sent);
    expect([headers["content-length"], body]).toEqual(["10", "1234567890"]);
  });

  // Of what follows Caddy does nothing.
  if (proxy !== NGINX) return;

  test("reads a body of unknown length", async () => {
    const { headers } = await ask(setting, CONSOLE, { chunks: BODY });
    expect(headers["content-length"]).toBe("10");
    expect(headers["transfer-encoding"]).toBeUndefined();
  });

  test("keeps line.json for a second", async () => {
    const path = "/line/acme/sale/r1/line.json";
    const marks = Array.from({ length: 100 }, async (_, index) => {
      const headers = { "x-mark": String(index) };
      return (await ask(setting, ROOM, { path, headers })).headers["x-mark"];
    });
    // On a slow machine more than a second may pass, a few times.
    expect(new Set(await Promise.all(marks)).size).toBeLessThan(50);
  });
});

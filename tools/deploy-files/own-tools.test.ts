import { spawnSync } from "node:child_process";
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:https";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Served, serve } from "../shared/serve";
import { temporaryDirectory } from "../stack/temporary-directory";
import { requireDebianProgram } from "./debian-program";
import { listDeployFiles, readDeployFile } from "./deploy-files";
import { CADDY, checkProxy, NGINX, type ProxySetting, proxySetting, startProxy } from "./run-proxy";

let directory = "";
beforeAll(async () => {
  directory = await temporaryDirectory("stanchion-deploy-");
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe("systemd", () => {
  const units = listDeployFiles().filter((file) => /^systemd\/.*\.(service|target)$/.test(file));

  /** Writes a unit as a file whose program exists, and returns its path. */
  function writeUnit(file: string, text: string): string {
    const path = join(directory, basename(file).replace("@.", "@3101."));
    writeFileSync(path, text.replace(/^ExecStart=\S+/m, "ExecStart=/bin/true"));
    if (path.includes("@")) copyFileSync(path, path.replace("@3101.", "@."));
    return path;
  }

  /** What `systemd-analyze` says against units; it ends with 0 also for a word that it does not know. */
  function verify(...paths: string[]): string {
    const program = requireDebianProgram("systemd-analyze", "systemd");
    const { status, stderr } = spawnSync(program, ["verify", "--man=no", ...paths], {
      encoding: "utf8",
    });
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
    const program = requireDebianProgram("systemd-analyze", "systemd");
    const path = writeUnit(file, readDeployFile(file));
    const args = ["security", "--offline=yes", "--no-pager", "--threshold=20", path];
    const { status, stdout } = spawnSync(program, args, { encoding: "utf8" });
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
});

test.each([
  ["for containers", "docker/Caddyfile"],
  ["of customers' own hosts", "caddy/own-hosts.Caddyfile"],
])("Caddy takes the configuration %s", (_what, path) => {
  const file = join(directory, "caddyfile");
  writeFileSync(file, readDeployFile(path));
  const env = {
    ...process.env,
    HOME: directory,
    XDG_DATA_HOME: directory,
    XDG_CONFIG_HOME: directory,
    CONSOLE_HOST: "console.example.com",
    ROOM_HOST: "room.example.com",
    ACME_EMAIL: "admin@example.com",
  };
  const args = ["validate", "--config", file, "--adapter", "caddyfile"];
  const { status, stderr } = spawnSync(requireDebianProgram("caddy"), args, {
    encoding: "utf8",
    env,
  });
  expect(status, stderr).toBe(0);
});

interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly port: number | undefined;
}

/** Answers each request with what it has heard, as the console or the waiting room. */
function startEcho(): Promise<Served> {
  return serve((incoming, response) => {
    let body = "";
    incoming.on("data", (chunk) => {
      body += chunk;
    });
    incoming.on("end", () => {
      if (incoming.url?.endsWith("line.json") === true)
        response.setHeader("cache-control", "public, max-age=0, s-maxage=1");
      const port = incoming.socket.remotePort;
      response.end(JSON.stringify({ headers: incoming.headers, body, port }));
    });
  });
}

function ask(
  { httpsPort }: ProxySetting,
  host: string,
  options: { path?: string; headers?: Record<string, string>; chunks?: readonly string[] } = {},
): Promise<Heard> {
  const { path = "/", headers = {}, chunks } = options;
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: "127.0.0.1",
        port: httpsPort,
        servername: host,
        path,
        method: chunks === undefined ? "GET" : "POST",
        headers: { ...headers, host },
        // Who it is was checked elsewhere; this is about what it passes on.
        rejectUnauthorized: false,
      },
      (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => {
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`${host} answers ${response.statusCode}`));
        });
      },
    );
    asked.on("error", reject);
    for (const chunk of chunks ?? []) asked.write(chunk);
    asked.end();
  });
}

const FORGED = { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "http" };

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
      const both = ["console.example.com", "room.example.com"];
      await Promise.all(both.map((host) => ask(setting, host)));
      return true;
    });
    for (const host of ["console.example.com", "room.example.com"]) {
      const { headers } = await ask(setting, host, { headers: FORGED });
      expect(headers["x-forwarded-for"]).toBe("127.0.0.1");
      expect(headers["x-forwarded-proto"]).toBe("https");
      expect(headers.host).toBe(host);
    }
  });

  test("uses connections to the waiting room again", async () => {
    const ports = [];
    for (let turn = 0; turn < 5; turn += 1) {
      ports.push((await ask(setting, "room.example.com")).port);
    }
    expect(new Set(ports).size).toBeLessThan(5);
  });

  test("gives the console bodies with their length", async () => {
    const sent = { headers: { "content-length": "10" }, chunks: ["12345", "67890"] };
    const { headers, body } = await ask(setting, "console.example.com", sent);
    expect([headers["content-length"], body]).toEqual(["10", "1234567890"]);
  });
});

describe("nginx, which can also keep and buffer", () => {
  test("reads a body of unknown length, and keeps line.json for a second", async () => {
    const own = await temporaryDirectory("stanchion-nginx-");
    const echo = await startEcho();
    const setting = await proxySetting(own, echo.port);
    const isReady = async () => (await ask(setting, "console.example.com")).port !== undefined;
    const stop = await startProxy(NGINX, setting, isReady);
    try {
      const chunked = await ask(setting, "console.example.com", { chunks: ["12345", "67890"] });
      expect(chunked.headers["content-length"]).toBe("10");
      expect(chunked.headers["transfer-encoding"]).toBeUndefined();
      const path = "/line/acme/sale/r1/line.json";
      const answers = await Promise.all(
        Array.from({ length: 100 }, async (_, index) => {
          const headers = { "x-mark": String(index) };
          return (await ask(setting, "room.example.com", { path, headers })).headers["x-mark"];
        }),
      );
      // On a slow machine more than a second may pass, a few times.
      expect(new Set(answers).size).toBeLessThan(50);
    } finally {
      await stop();
      await echo.close();
      rmSync(own, { recursive: true, force: true });
    }
  });
});

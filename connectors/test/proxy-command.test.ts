import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { readCommand as readWhole } from "../src/adapters/proxy/command.ts";
import { UsageError } from "../src/adapters/proxy/command-line.ts";
import { freshToken, startWaitingRoom, until } from "./conformance/world.ts";
import { QUEUE_ID, SECRET } from "./fixtures.ts";
import { answerAsOrigin, listen, send, stop } from "./node-site.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MAIN = fileURLToPath(new URL("../src/adapters/proxy/main.ts", import.meta.url));
const INDEX = new URL("../src/adapters/proxy/index.ts", import.meta.url).href;
const DOCUMENT = new URL("../../docs/connectors/proxy.md", import.meta.url);
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const HIDDEN = { STANCHION_SECRETS: "one, two", STANCHION_API_KEY: "key-1" };
const NEEDED = [
  "proxy",
  "--origin=http://127.0.0.1:3000",
  "--customer-id=acme",
  "--config-url=https://room.example/config",
];

function readCommand(args: readonly string[], env: Readonly<Record<string, string>> = HIDDEN) {
  const command = readWhole(args, { env, readFile: (path) => `from ${path}\n` });
  if (command.type !== "proxy") throw new Error("It is another command");
  return command;
}

test("the command line becomes options", () => {
  const { options, listen: where } = readCommand([
    ...NEEDED,
    "--fail-closed",
    "--listen=[::1]:9000",
    "--trusted-proxies=2",
    "--origin-timeout=1.5",
    "--config-public-keys=a,b",
    "--min-config-version=12",
    "--allowed-origins=https://www.shop.example,https://m.shop.example",
    "--accept-push",
    "--no-address-binding",
  ]);
  expect(options).toMatchObject({
    origin: "http://127.0.0.1:3000",
    customerId: "acme",
    configUrl: "https://room.example/config",
    failOpen: false,
    secrets: ["one", "two"],
    apiKey: "key-1",
    trustedProxies: 2,
    originTimeoutMs: 1500,
    configPublicKeys: ["a", "b"],
    minConfigVersion: 12,
    allowedOrigins: ["https://www.shop.example", "https://m.shop.example"],
    acceptsPush: true,
    bindsToAddress: false,
  });
  expect(options.replay).toBeUndefined();
  expect(where).toEqual({ host: "::1", port: 9000 });
});

test("so does the environment; the command line goes before it", () => {
  const env = {
    STANCHION_SECRETS_FILE: "/run/secrets/a",
    STANCHION_API_KEY: "key-1",
    STANCHION_FAIL_OPEN: "true",
    STANCHION_ORIGIN: "http://other.example",
    STANCHION_ORIGIN_HOST: "inner.example",
    STANCHION_LISTEN: "127.0.0.1:9000",
    STANCHION_REPLAY: "true",
    STANCHION_ACCEPT_PUSH: "false",
    STANCHION_EVENT_SECRETS: "sale=one==,two\n drop=three",
    STANCHION_ACTIVITY_URL: "https://room.example/status/activity/acme",
  };
  const { options, activityUrl, listen: where } = readCommand(NEEDED, env);
  expect(activityUrl).toBe("https://room.example/status/activity/acme");
  expect(options.replay?.firstUse("a", Date.now())).toBe(true);
  expect(options).toMatchObject({
    origin: "http://127.0.0.1:3000",
    originHost: "inner.example",
    failOpen: true,
    secrets: ["from", "/run/secrets/a"],
    eventSecrets: { sale: ["one==", "two"], drop: ["three"] },
    acceptsPush: false,
    bindsToAddress: true,
  });
  expect(where).toEqual({ host: "127.0.0.1", port: 9000 });
});

test.each<[readonly string[], Readonly<Record<string, string>>, RegExp]>([
  [["serve"], HIDDEN, /can be run is: proxy, forward-auth/],
  [[...NEEDED, "--fail-open", "--proxy=nginx"], HIDDEN, /--proxy is no option of proxy/],
  [["proxy", "--fail-open"], HIDDEN, /--origin or set STANCHION_ORIGIN\./],
  [[...NEEDED], HIDDEN, /--fail-closed, or --fail-open/],
  [[...NEEDED, "--fail-open", "--fail-closed"], HIDDEN, /not both/],
  [[...NEEDED, "--fail-open"], {}, /STANCHION_SECRETS or STANCHION_SECRETS_FILE/],
  [[...NEEDED, "--fail-open", "--secret=x"], HIDDEN, /--secret/],
  [[...NEEDED, "--fail-open", "--listen=70000"], HIDDEN, /--listen/],
  [[...NEEDED, "--fail-open", "--max-body=much"], HIDDEN, /--max-body takes a number/],
  [
    [...NEEDED, "--fail-open"],
    { ...HIDDEN, STANCHION_REPLAY: "yes" },
    /REPLAY takes true or false/,
  ],
  [[...NEEDED, "--fail-open"], { ...HIDDEN, STANCHION_EVENT_SECRETS: "one" }, /takes sale=secret/],
  [
    [...NEEDED, "--fail-open"],
    { ...HIDDEN, STANCHION_EVENT_SECRETS: "sale=" },
    /takes sale=secret/,
  ],
])("%j is refused with a sentence", (args, env, message) => {
  expect(() => readCommand(args, env)).toThrow(UsageError);
  expect(() => readCommand(args, env)).toThrow(message);
});

/** The code blocks of the document, by their language. */
async function readExamples(language: string): Promise<readonly string[]> {
  const document = await readFile(DOCUMENT, "utf8");
  const blocks = document.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"));
  return [...blocks].map(([, code = ""]) => code);
}

/** Runs a program until the test ends; resolves to the port that it tells. */
async function startProgram(file: string, args: readonly string[]): Promise<number> {
  const secrets = { STANCHION_SECRETS: SECRET, STANCHION_SECRET: SECRET };
  const env = { ...process.env, ...secrets, STANCHION_API_KEY: "key-1" };
  const started = spawn(process.execPath, ["--import", "tsx", file, ...args], { env });
  const said = { text: "" };
  for (const stream of [started.stdout, started.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said.text += chunk.toString();
    });
  }
  const ended = once(started, "exit");
  cleanups.push(async () => {
    started.kill("SIGTERM");
    expect(await ended, said.text).toEqual([0, null]);
  });
  const port = () => Number(/listens on (\d+)/.exec(said.text)?.[1] ?? 0);
  await until(() => port() > 0 || started.exitCode !== null);
  expect(port(), said.text).toBeGreaterThan(0);
  return port();
}

async function openWorld() {
  const room = await startWaitingRoom();
  const origin = createServer(answerAsOrigin);
  const originPort = await listen(origin);
  cleanups.push(room.close, () => stop(origin));
  return {
    room,
    /** An example with the addresses of this test. */
    here: (example: string) =>
      example
        .replaceAll(/https:\/\/room\.example\.com\S*?(?=["\s\\]|$)/gm, room.configUrl)
        .replaceAll("http://127.0.0.1:3000", `http://127.0.0.1:${originPort}`)
        .replaceAll(/(listen\D{1,10})8080/g, "$10"),
  };
}

async function expectProtection(port: number): Promise<void> {
  await until(async () => (await send(port, "/tickets")).status === 302);
  const page = await send(port, "/");
  expect([page.status, page.body]).toEqual([200, "origin"]);
  expect(page.header("x-queueit-connector")).toBe("stanchion-proxy");
}

test("the documented command protects a site, and ends when it is asked to", async () => {
  const { here } = await openWorld();
  const [example = ""] = await readExamples("sh");
  const words = here(example).replaceAll("\\\n", " ").split(/\s+/).filter(Boolean);
  const command = words.indexOf("proxy");
  expect(words.slice(0, command)).toContain("@stanchion/connector");
  await expectProtection(await startProgram(MAIN, words.slice(command)));
});

test("the command reports who is on the site, lets a token in once and takes pushes", async () => {
  const { room, here } = await openWorld();
  const options = [
    ...["--origin=http://127.0.0.1:3000", "--customer-id=acme", "--fail-closed", "--listen=8080"],
    ...[`--config-url=${room.configUrl}`, `--activity-url=${room.activityUrl}`],
    ...["--replay", "--accept-push", "--allowed-origins=https://www.shop.example"],
  ];
  const port = await startProgram(MAIN, ["proxy", ...options.map(here)]);
  const asked = `/tickets?queueittoken=${freshToken({ queueId: QUEUE_ID })}`;
  await until(async () => (await send(port, "/tickets")).status === 302);
  expect((await send(port, asked)).header("location")).toMatch(/\/tickets$/);
  expect((await send(port, asked)).header("location")).toContain("room.example/");
  const headers = { origin: "https://www.shop.example" };
  const { header } = await send(port, "/tickets", { headers });
  expect(header("access-control-allow-origin")).toBe("https://www.shop.example");
  const pushed = await send(port, "/?__push_queueit_config", { method: "PUT", body: "{}" });
  expect(pushed.body).toBe("Fail!");
  await until(() => room.reports.some(({ body }) => body.active.includes(QUEUE_ID)));
});

test("the documented program protects a site", async () => {
  const { here } = await openWorld();
  const [example = ""] = await readExamples("js");
  const folder = await mkdtemp(join(tmpdir(), "stanchion-"));
  cleanups.push(() => rm(folder, { recursive: true }));
  const file = join(folder, "example.mjs");
  await writeFile(file, here(example).replace("@stanchion/connector/proxy", INDEX));
  await expectProtection(await startProgram(file, []));
});

test("a mistake ends the command with a sentence, and tells no secret", async () => {
  const env = { ...process.env, STANCHION_SECRETS: SECRET, STANCHION_API_KEY: "key-1" };
  const started = spawn(process.execPath, ["--import", "tsx", MAIN, "proxy"], { env });
  let said = "";
  started.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  expect(await once(started, "close")).toEqual([1, null]);
  expect(said).toBe("Give --origin or set STANCHION_ORIGIN. See --help.\n");
});

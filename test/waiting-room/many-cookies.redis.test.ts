import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { publishEvent } from "@/lib/line/commands/published";
import { callOn, startTestRoom } from "@/test/waiting-room";
import { requireDebianProgram } from "@/tools/deploy-files/debian-program";
import { freePort } from "@/tools/shared/serve";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";

const front = { trustedProxies: 1 };
const { call, customerId, id, open, port, redis } = startTestRoom(undefined, front);

type Opened = Awaited<ReturnType<typeof open>>;
type Reply = Awaited<ReturnType<typeof call>>;

const MOST_BYTES = 6_144;

/** A browser that keeps what it is told to keep, and loses what it is told to lose. */
function makeBrowser(send = call) {
  const jar = new Map<string, string>();
  let most = 0;
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const ask = async (...[method, path, options]: Parameters<typeof call>): Promise<Reply> => {
    const headers = { ...options?.headers, cookie: cookie() };
    const reply = await send(method, path, { ...options, headers });
    for (const text of reply.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (/max-age=0/i.test(text)) jar.delete(name);
      else jar.set(name, value);
    }
    most = Math.max(most, cookie().length);
    return reply;
  };
  return {
    ask,
    jar,
    bytes: () => cookie().length,
    most: () => most,
    holds: ({ settings }: Opened) =>
      ["", "__Host-"].some((p) => jar.has(`${p}stanchion_${customerId}_${settings.eventId}`)),
    /** Opens the page, and joins. */
    async join(opened: Opened) {
      await ask("GET", opened.page);
      await ask("POST", `${opened.base}/join`, { form: { joinId: id() } });
    },
  };
}

/** Has as many cookies as `events` events would have set before the others: browsers send the oldest first. */
function fill(jar: Map<string, string>, events: number): void {
  const others = [...jar];
  jar.clear();
  for (let index = 0; index < events; index += 1) {
    const name = `${customerId}_old${index}`;
    jar.set(`stanchion_${name}`, "p".repeat(130));
    jar.set(`stanchion-claim_${name}`, "c".repeat(22));
  }
  for (const [name, value] of others) jar.set(name, value);
}

test("what a browser keeps of 70 events is bounded, and a place in line outlives those that are over", async () => {
  const browser = makeBrowser();
  const first = await open({ queueAll: true });
  await browser.join(first);
  for (let index = 0; index < 69; index += 1) {
    const opened = await open({ queueAll: true });
    await browser.join(opened);
    await publishEvent(redis, { ...opened.settings, version: 2, status: "ended" }, null);
  }
  expect(browser.most()).toBeLessThan(MOST_BYTES);
  expect(browser.holds(first)).toBe(true);
  const reply = await browser.ask("GET", `${first.base}/status`);
  expect(JSON.parse(reply.body)).toMatchObject({ status: "waiting", number: 1 });
}, 240_000);

test("of 70 events that are all open the newest are kept", async () => {
  const browser = makeBrowser();
  const events: Opened[] = [];
  for (let index = 0; index < 70; index += 1) {
    const opened = await open({ queueAll: true });
    await browser.join(opened);
    events.push(opened);
    expect(browser.holds(opened)).toBe(true);
  }
  expect(browser.most()).toBeLessThan(MOST_BYTES);
  const held = events.map(browser.holds);
  const oldest = held.indexOf(true);
  expect(oldest).toBeGreaterThan(30);
  // Without a gap: what went was the oldest each time.
  expect(held.slice(oldest).every(Boolean)).toBe(true);
}, 240_000);

describe.each([70, 120])("a browser that comes with the cookies of %s events", (events) => {
  test("keeps its place while the others go", async () => {
    const browser = makeBrowser();
    const opened = await open({ queueAll: true });
    await browser.join(opened);
    fill(browser.jar, events);
    for (let times = 0; times < 12; times += 1) {
      const reply = await browser.ask("GET", opened.page);
      expect([reply.status, browser.holds(opened)]).toEqual([200, true]);
    }
    expect(browser.bytes()).toBeLessThan(MOST_BYTES);
  });
});

test("with the cookies of 700 events it gets a page that mends it", async () => {
  const browser = makeBrowser();
  const opened = await open({ queueAll: true });
  await browser.join(opened);
  fill(browser.jar, 700);
  const refused = await browser.ask("GET", opened.page);
  expect([refused.status, refused.headers["content-type"]]).toEqual([
    431,
    expect.stringContaining("text/html"),
  ]);
  expect(refused.headers["refresh"]).toBe("2");
  let loads = 0;
  for (let reply = refused; reply.status === 431; loads += 1) {
    expect(loads).toBeLessThan(40);
    reply = await browser.ask("GET", opened.page);
  }
  for (let times = 0; times < 12; times += 1) await browser.ask("GET", opened.page);
  expect(browser.bytes()).toBeLessThan(MOST_BYTES);
  expect(browser.holds(opened)).toBe(true);
});

test("what is the same for everybody takes no cookies away, and few cookies stay", async () => {
  const browser = makeBrowser();
  const opened = await open({ queueAll: true });
  await browser.join(opened);
  const before = browser.bytes();
  for (let times = 0; times < 3; times += 1) await browser.ask("GET", opened.page);
  expect(browser.bytes()).toBe(before);
  fill(browser.jar, 70);
  const line = await browser.ask("GET", `${opened.base}/1/line.json`);
  expect(line.headers["set-cookie"]).toBeUndefined();
});

/** An nginx as it comes, in front of the waiting room: it takes 8 KB of a header, and 4 or 8 KB of an answer's. */
async function startNginx(behind: number) {
  const folder = await temporaryDirectory("stanchion-nginx-cookies-");
  const listens = await freePort();
  const temps = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; pid ${join(folder, "pid")}; error_log ${join(folder, "error.log")}; master_process off; events {}
http { access_log off; ${temps.join(" ")} server { listen 127.0.0.1:${listens};
location / { proxy_pass http://127.0.0.1:${behind}; proxy_set_header Host room.test;
proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto https; } } }`,
  );
  const args = ["-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")];
  const child = spawn(requireDebianProgram("nginx"), args, { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  while (!(await fetch(`http://127.0.0.1:${listens}/health`).then(Boolean, () => false))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`);
    await delay(20);
  }
  const close = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { listens, close };
}

test("behind nginx as it comes 70 events are no trouble", async () => {
  const nginx = await startNginx(port());
  try {
    const browser = makeBrowser(callOn(() => nginx.listens));
    for (let index = 0; index < 70; index += 1) {
      const opened = await open({ queueAll: true });
      const page = await browser.ask("GET", opened.page);
      const joined = await browser.ask("POST", `${opened.base}/join`, { form: { joinId: id() } });
      expect([page.status, joined.status, browser.holds(opened)]).toEqual([200, 200, true]);
    }
    expect([...browser.jar.keys()].every((name) => name.startsWith("__Host-"))).toBe(true);
    expect(browser.most()).toBeLessThan(MOST_BYTES);
  } finally {
    await nginx.close();
  }
}, 240_000);

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parse } from "parse5";
import { expect, test } from "vitest";
import { readAttributes } from "@/connectors/src/adapters/browser/attributes";
import { readCommand } from "@/connectors/src/adapters/proxy/command";
import { saysEnd } from "@/connectors/src/host/end-command";
import { compileTemplate } from "@/lib/domain/custom-page/compile-template";
import { compilerSays } from "@/test/compiler-says";
import { passTime } from "@/test/line";
import { startTestRoom } from "@/test/waiting-room";
import type { Example } from "@/tools/connector-package/examples";
import { allExamples } from "@/tools/documents/list-examples";
import { runProgram } from "@/tools/shared/apps-client";
import { projectPath } from "@/tools/stack/paths";

const { call, context, customerId, open, redis } = startTestRoom();

type Opened = Awaited<ReturnType<typeof open>>;
type Answer = Readonly<Record<string, unknown>>;
type Run = (code: string) => unknown;

const REQUEST = /^(GET|POST|PUT) (\S+)[^\n]*\n?([\s\S]*)$/;

/** What is abbreviated in an example, made whole. */
const whole = (json: string, queueId = "queue-1") =>
  json.replaceAll("<queue id>", queueId).replaceAll("<16 hex>", "0123456789abcdef");

/** Sends the request of an example as it stands, with this room's ids, and answers both answers. */
async function send(code: string, opened: Opened) {
  const [asked = "", told = ""] = code.trim().split(/^→ /m);
  const [, method = "", path = "", body = ""] = REQUEST.exec(asked) ?? [];
  const { eventId } = opened.settings;
  const own = path
    .replace("{customer}", customerId)
    .replace("{event}", eventId)
    .replace("{milliseconds}", "1")
    .replace(/=<[^>]*>/g, "=");
  const reply = await call(method, own, {
    headers: { "api-key": "stn_key", "content-type": "application/json" },
    body: whole(body.trim()).replaceAll('"e": "<event>"', `"e": "${eventId}"`),
  });
  return { reply, told: told.trim() };
}

/** A request whose answer has what the document says: each value, or where those are examples each name. */
function request(
  compare: "values" | "names",
  prepare: (opened: Opened) => unknown = () => {},
): Run {
  return async (code) => {
    const opened = await open({ unitsPerAdmission: 2, activeCap: 50 });
    await prepare(opened);
    const { reply, told } = await send(code, opened);
    expect(reply.status, reply.body).toBe(200);
    const [answered, said] = [JSON.parse(reply.body), JSON.parse(whole(told))];
    if (compare === "values") expect(answered).toEqual(said);
    else expect(Object.keys(answered).sort()).toEqual(Object.keys(said).sort());
  };
}

const NGINX_SITE = "deploy/forward-auth/nginx/shop.conf";

const bash: Run = (code) => execFileSync("bash", ["-n"], { input: code });

/** What a program of another language has to have at least: pairs that are closed. */
const closed: Run = (code) => {
  for (const [left, right] of ["()", "{}", "[]"].map((pair) => [...pair]))
    expect(code.split(left ?? "").length).toBe(code.split(right ?? "").length);
  expect(code).toContain("validateRequestByIntegrationConfig");
};

const curlParts = /'([^']*)'|"([^"]*)"|(\S+)/g;

/** Runs a line with `curl` as the shell would, against this room. */
async function curl(line: string, variables: Readonly<Record<string, string>>): Promise<Answer> {
  const words = [...(line.split(" # ")[0] ?? "").matchAll(curlParts)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? "",
  );
  const filled = words.map((word) => word.replace(/\$(\w+)/g, (_, name) => variables[name] ?? ""));
  const headers: Record<string, string> = {};
  let body: string | null = null;
  let url = "";
  for (const [at, word] of filled.entries()) {
    const before = filled[at - 1];
    if (before === "-H") {
      const [name = "", value = ""] = word.split(": ");
      headers[name] = value;
    } else if (before === "-d") body = word;
    else if (at > 0 && !word.startsWith("-")) url = word;
  }
  const { pathname, search } = new URL(url);
  const path = `${pathname}${search}`;
  const reply = await call(body === null ? "GET" : "POST", path, { headers, body: body ?? "" });
  expect(reply.status, `${line}\n${reply.body}`).toBe(200);
  return JSON.parse(reply.body);
}

/** The question of the document, to an event of this room. */
const ours = (code: string, { settings }: Opened) =>
  code.replace("c=acme&e=sale", `c=${customerId}&e=${settings.eventId}`);

async function ask(code: string): Promise<{ readonly opened: Opened; readonly status: Answer }> {
  const opened = await open({ queueAll: true, outflowPerMinute: 600 });
  return { opened, status: await curl(ours(code.trim(), opened), {}) };
}

const FIRST = () => others.find(({ document }) => document === "docs/apps.md")?.code ?? "";

async function theWayThrough(code: string): Promise<void> {
  const { opened, status } = await ask(FIRST());
  const links = status["links"] as Readonly<Record<string, string>>;
  const [joins = "", asks = "", enters = ""] = code.trim().split("\n");
  const joined = await curl(joins, { JOIN: links["join"] ?? "" });
  expect(joined["status"]).toBe("waiting");
  const held = { KEPT: String(joined["kept"]), AGAIN: links["again"] ?? "" };
  const told = await curl(asks, held);
  expect(["wait", "enter"]).toContain(told["next"]);
  const line = await context.lines.find(opened.settings);
  for (let step = 0; step < 10; step += 1) {
    await passTime(redis, opened.settings, 500);
    await line?.refresh();
    await curl(asks, held);
  }
  const entered = await curl(enters, { ...held, ENTER: links["enter"] ?? "" });
  expect(entered["status"]).toBe("admitted");
}

const tags = (code: string) => {
  const script = JSON.stringify(parse(code), (name, value) =>
    name === "parentNode" ? undefined : value,
  );
  const attributes = [...code.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => ({
    name,
    value,
  }));
  expect(script).toContain('"tagName":"script"');
  const { options, unknown } = readAttributes(
    attributes,
    "https://room.example.com/assets/connector.js",
  );
  expect([options.customerId, unknown]).toEqual(["acme", []]);
};

function frame(code: string): void {
  const [, script = ""] = /<script>([\s\S]*)<\/script>/.exec(code) ?? [];
  const location = { href: "" };
  let hear = (_: object) => {};
  const listen = (_name: string, listener: typeof hear) => {
    hear = listener;
  };
  new Function("addEventListener", "location", script)(listen, location);
  hear({
    origin: "https://elsewhere.example",
    data: { stanchion: "turn", url: "https://bad.example/" },
  });
  expect(location.href).toBe("");
  hear({
    origin: "https://room.example.com",
    data: { stanchion: "turn", url: "https://shop.example/" },
  });
  expect(location.href).toBe("https://shop.example/");
}

async function solves(code: string): Promise<void> {
  expect(
    await compilerSays([code], {
      file: "lib/domain/visitor-api/visitor-api.ts",
      as: "visitor-api.ts",
    }),
  ).toBe("");
  const { solve } = (await runProgram(code)) as {
    readonly solve: (challenge: object) => string;
  };
  const seed = "AWsELysAAAAAAAAAAAAAAAAAAAAA";
  const target = 2 ** 24;
  const [named, numbers = ""] = solve({ seed, puzzles: 3, target }).split(".");
  expect(named).toBe(seed);
  const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest();
  for (let puzzle = 0; puzzle < 3; puzzle += 1) {
    const block = Buffer.alloc(8);
    block.writeUInt32BE(puzzle);
    Buffer.from(numbers, "base64url").copy(block, 4, 4 * puzzle, 4 * puzzle + 4);
    expect(sha256(Buffer.concat([sha256(seed), block])).readUInt32BE()).toBeLessThan(target);
  }
}

const commands: Run = (code) => {
  bash(code);
  const { scripts } = JSON.parse(readFileSync(projectPath("package.json"), "utf8"));
  for (const [, name = ""] of code.matchAll(/npm (?:run )?(?!install\b)([\w:-]+)/g))
    expect(scripts).toHaveProperty([name]);
};

/** A format that a document tells: its named parts stand in what makes it. */
const format =
  (file: string, ...parts: readonly string[]): Run =>
  (code) => {
    const made = readFileSync(projectPath(file), "utf8");
    for (const part of parts)
      expect([code, made]).toEqual([expect.stringContaining(part), expect.stringContaining(part)]);
  };

/** How each example is run, in the order in which they stand. */
const RUNS: Readonly<Record<string, readonly Run[]>> = {
  // The second is followed word by word by `npm run test:first-hour`.
  "README.md": [commands, commands],
  "docs/apps.md": [
    async (code) => expect((await ask(code)).status).toMatchObject({ state: "join", next: "join" }),
    async (code) => {
      const told = JSON.parse(code);
      const { status } = await ask(FIRST());
      expect(Object.keys(status)).toEqual(expect.arrayContaining(Object.keys(told)));
      for (const name of ["v", "state", "next", "phase", "askAgainSeconds", "place", "wait"])
        expect(status[name]).toEqual(told[name]);
    },
    theWayThrough,
  ],
  "docs/sites.md": [
    request("names"),
    (code) => {
      const [name = "", value = ""] = code.trim().toLowerCase().split(": ");
      expect(saysEnd((asked) => (asked === name ? value : null))).toBe(true);
    },
    request("names"),
    request("values"),
    request("values"),
    request("values"),
    async (code) => {
      const opened = await open();
      const { reply } = await send(code, opened);
      expect([reply.status, JSON.parse(reply.body).inlet.type]).toEqual([200, "periodic"]);
    },
  ],
  "docs/embedding.md": [frame],
  "docs/addresses.md": [
    async (code) => {
      const { pathname, search } = new URL(code.split(" ")[1]?.split("\n")[0] ?? "");
      expect((await call("GET", `${pathname}${search}`)).status).toBe(404);
    },
  ],
  "docs/custom-html.md": [
    (code) => {
      const { template, problems, removed } = compileTemplate(code);
      expect([template === null, problems, removed]).toEqual([false, [], []]);
    },
  ],
  "docs/challenges.md": [
    (code) => {
      const told = JSON.parse(code);
      const names = ["expiresInMs", "joinId", "kind", "puzzles", "script", "seed", "target"];
      expect([told.status, Object.keys(told.challenge).sort()]).toEqual(["challenge", names]);
    },
    solves,
  ],
  "docs/connectors/adapters.md": [commands],
  "docs/connectors/akamai.md": [bash],
  "docs/connectors/browser.md": [
    tags,
    tags,
    format("connectors/src/adapters/browser/window-page.ts", "stanchion"),
  ],
  "docs/connectors/cloudflare.md": [
    (code) => {
      for (const line of code.trim().split("\n"))
        expect(line).toMatch(/^\w+ = ("[^"]*"|\[\{.*\}\])$/);
    },
  ],
  // Followed word by word by `npm run test:forward-auth`.
  "docs/connectors/forward-auth.md": [
    ...[bash, bash, bash],
    (code) => expect(code).toBe(readFileSync(projectPath(NGINX_SITE), "utf8")),
    bash,
  ],
  "docs/migrate/aws.md": [bash],
  "docs/migrate/crowdhandler.md": [bash],
  "docs/connectors/lambda-edge.md": [bash],
  "docs/connectors/migration.md": [bash, closed, closed, closed],
  "docs/connectors/mobile.md": [
    async (code) => {
      const opened = await open({ queueAll: true });
      const { reply, told } = await send(code, opened);
      const said = JSON.parse(told.replace("200 ", ""));
      expect([reply.status, Object.keys(JSON.parse(reply.body))]).toEqual([200, Object.keys(said)]);
    },
  ],
  "docs/connectors/proxy.md": [
    (code) => {
      const words = code.replaceAll("\\\n", " ").trim().split(/\s+/);
      const env = { STANCHION_SECRETS: "a".repeat(72), STANCHION_API_KEY: "stn_key" };
      const read = readCommand(words.slice(2), { env, readFile: () => "" });
      expect(read).toBeTruthy();
    },
  ],
  "docs/connectors/server.md": [
    async (code) => {
      const { reply } = await send(code, await open());
      expect(reply.status).toBe(200);
      expect(reply.headers["x-stanchion-config-signature"]).toMatch(/^keyid=\w+, signature=/);
    },
    async (code) => {
      const { reply, told } = await send(code, await open());
      expect(Object.keys(JSON.parse(reply.body)[0])).toEqual(Object.keys(JSON.parse(told)[0]));
    },
    (code) => expect(Object.keys(JSON.parse(`{${code}}`).Passes)).toEqual(["Keys", "Events"]),
    format("connectors/src/core/lane-right.ts", "lane:"),
    format("connectors/src/host/heartbeat.ts", "runtime="),
    async (code) => {
      const { reply } = await send(code, await open());
      expect([reply.status, reply.body.includes("window.queueit")]).toEqual([200, true]);
    },
    async (code) => {
      const { reply } = await send(code, await open());
      expect(reply.status).toBe(200);
    },
    (code) => {
      const [, body = ""] = /^PUT <address>\n([\s\S]*)$/.exec(code.trim()) ?? [];
      expect(Object.keys(JSON.parse(body))).toEqual(["integrationInfo", "hash", "signature"]);
    },
  ],
};

const { others } = await allExamples();
const seen = new Map<string, number>();
const named = others.map((example): readonly [string, Example, Run | undefined] => {
  const index = seen.get(example.document) ?? 0;
  seen.set(example.document, index + 1);
  const name = `${example.document}, example ${example.number}`;
  return [name, example, RUNS[example.document]?.[index]];
});

test.each(named)("%s", async (_name, { code }, run) => {
  if (run === undefined) throw new Error("Nobody runs it.");
  await run(code);
});

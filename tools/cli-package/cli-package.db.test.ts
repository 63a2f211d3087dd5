import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { addSecret } from "@/lib/services/sites/secret/add-secret";
import { newApiKey, startTestApi } from "@/test/api-server";
import { createCustomerWithSale } from "@/test/customer";
import { createStrangerProject, type StrangerProject } from "../connector-package/stranger-project";
import { disconnectLineRedis } from "../shared/line-redis";
import { projectPath } from "../stack/paths";
import { findProgram } from "../stack/programs";
import { temporaryDirectory } from "../stack/temporary-directory";
import { bundleCli, packCli } from "./bundle";

let packed = "";
let project: StrangerProject;
let api: Awaited<ReturnType<typeof startTestApi>>;
let context: ServiceContext;
let key = "";

beforeAll(async () => {
  packed = await temporaryDirectory("stanchion-cli-");
  project = await createStrangerProject(await packCli(packed));
  api = await startTestApi();
  context = await createCustomerWithSale();
  key = await newApiKey(context);
  // A site has its secret before it has a sale.
  await db().$transaction((tx) => addSecret(tx, context, { eventId: null, isActive: true }));
});

afterAll(async () => {
  api.close();
  disconnectLineRedis();
  await disconnectDb();
  for (const made of [packed, project.directory]) await rm(made, { recursive: true });
});

type Run = { readonly input?: string; readonly env?: Readonly<Record<string, string>> };

/** The installed command in a process of its own, which has nothing but these variables. */
async function stanchion(args: readonly string[], { input = "", env = {} }: Run = {}) {
  const program = join(project.directory, "node_modules/@stanchion/cli/dist/stanchion.js");
  const own = {
    PATH: process.env["PATH"],
    NODE_ENV: "production" as const,
    XDG_CONFIG_HOME: packed,
  };
  const child = spawn(process.execPath, [program, ...args], { env: { ...own, ...env } });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on("data", (text) => out.push(String(text)));
  child.stderr.on("data", (text) => err.push(String(text)));
  child.stdin.end(input);
  await once(child, "close");
  return { code: child.exitCode, out: out.join(""), err: err.join("") };
}

const OWN = /^(client\/src|cli|connectors\/src\/core|lib\/(domain|platform))\//;
/** Packages, and what `@modelcontextprotocol/client` brings along. */
const NEEDED =
  /node_modules\/(commander|yaml|zod|@modelcontextprotocol|jose|eventsource(-parser)?|cross-spawn|pkce-challenge|which|isexe|path-key|shebang-(command|regex))\//;

test("nothing of the servers is in it, and no package is needed beside it", async () => {
  const { inputs } = await bundleCli(join(packed, "bundled"), "0");
  const foreign = Object.keys(inputs).filter((path) => !OWN.test(path) && !NEEDED.test(path));
  expect(foreign).toEqual([]);
  const manifest = join(project.directory, "node_modules/@stanchion/cli/package.json");
  expect(JSON.parse(await readFile(manifest, "utf8"))).not.toHaveProperty("dependencies");
});

test("a key that is no good is not kept", async () => {
  const { code, err } = await stanchion(["login", "--url", api.url], { input: "stn_no" });
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/\(unauthenticated\)/) });
  await expect(stat(join(packed, "stanchion/config.json"))).rejects.toThrow();
  expect(await stanchion(["events", "list"])).toMatchObject({
    ...{ code: 1, err: expect.stringMatching(/^Sign in first: stanchion login\./) },
  });
});

test("all that docs/cli.md shows works, in its order", async () => {
  const text = await readFile(projectPath("docs/cli.md"), "utf8");
  const lines = [...text.matchAll(/```sh\n([^`]+)```/g)].flatMap(([, block = ""]) =>
    block.trim().split("\n"),
  );
  expect(lines.length).toBeGreaterThan(15);
  for (const line of lines) {
    const said = line.replace("https://console.example.com", api.url).replace(/ < key\.txt$/, "");
    const args = (said.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) =>
      word.replace(/^(["'])(.*)\1$/, "$2"),
    );
    const input = said.endsWith(api.url) && args[1] === "login" ? key : "";
    const ended = await stanchion(args.slice(1), { input });
    expect({ line, ...ended }).toMatchObject({ code: 0, err: "" });
    expect(ended.out).not.toBe("");
  }
  const { mode } = await stat(join(packed, "stanchion/config.json"));
  expect(mode & 0o777).toBe(0o600);
});

test("programs get JSON, and an exit code that says why", async () => {
  const env = { STANCHION_URL: api.url, STANCHION_API_KEY: key };
  const got = await stanchion(["events", "get", "sale", "--json"], { env });
  expect(JSON.parse(got.out)).toMatchObject({ eventId: "sale" });
  const picked = await stanchion(["events", "list", "--pick", "eventId"], { env });
  expect(picked.out.split("\n")).toContain("sale");
  const none = await stanchion(["events", "get", "sale", "--pick", "event"], { env });
  expect(none).toMatchObject({ code: 1, out: "", err: "The answer has no field event.\n" });
  const unknown = await stanchion(["events", "get", "nosale", "--json"], { env });
  expect(unknown).toMatchObject({ code: 1, err: "" });
  expect(JSON.parse(unknown.out)).toMatchObject({ error: { code: "not_found", errors: [] } });
  const wrong = await stanchion(["rate", "sale", "many"], { env });
  expect(wrong).toMatchObject({ code: 64, err: expect.stringMatching(/is a number/) });
  const refused = await stanchion(["rate", "sale", "-5"], { env });
  expect(refused.code).not.toBe(0);
  const invalid = await stanchion(["events", "edit", "sale", "--name", ""], { env });
  expect(invalid).toMatchObject({
    code: 1,
    err: expect.stringMatching(/\(invalid\)\n {2}\/name: /),
  });
  const mistyped = await stanchion(["evnts"], { env });
  expect(mistyped).toMatchObject({ code: 64, err: expect.stringMatching(/Did you mean events/) });
  const away = { STANCHION_URL: "http://127.0.0.1:9", STANCHION_API_KEY: key };
  expect(await stanchion(["events", "list"], { env: away })).toMatchObject({ code: 4 });
});

test("rules are pushed from a file, by id or name, and published when somebody says so", async () => {
  const env = { STANCHION_URL: api.url, STANCHION_API_KEY: key };
  const file = join(packed, "rules.json");
  const part = { ValidatorType: "UrlValidator", UrlPart: "PagePath", Operator: "Contains" };
  const rule = {
    ...{ name: "Tickets", actionType: "Queue", action: { EventId: "springsale" } },
    triggers: [{ TriggerParts: [{ ...part, ValueToCompare: "/tickets" }] }],
  };
  await writeFile(file, JSON.stringify([rule]));
  const first = await stanchion(["rules", "push", file, "--json"], { env });
  expect(JSON.parse(first.out)).toEqual({ created: 1, changed: 0 });
  const { out } = await stanchion(["rules", "list", "--json"], { env });
  await writeFile(file, out.replace("/tickets", "/shop"));
  const second = await stanchion(["rules", "push", file, "--json"], { env });
  expect(JSON.parse(second.out)).toEqual({ created: 0, changed: 1 });
  expect((await stanchion(["rules", "diff"], { env })).out).toMatch(/^\+ Tickets/);
  await writeFile(file, "{}");
  expect(await stanchion(["rules", "push", file], { env })).toMatchObject({ code: 1 });
  const published = await stanchion(["rules", "publish", "--yes"], { env });
  expect(published).toMatchObject({ code: 0, out: expect.stringMatching(/^VERSION +1/) });
  expect((await stanchion(["rules", "diff"], { env })).out).toBe("Nothing to publish.\n");
});

test("a second person is asked for with an exit code of its own", async () => {
  const env = { STANCHION_URL: api.url, STANCHION_API_KEY: key };
  const where = { id: context.customer.id };
  await db().customer.update({ where, data: { approvalTopics: ["publish"] } });
  const asked = await stanchion(["rules", "rollback", "1", "--yes"], { env });
  await db().customer.update({ where, data: { approvalTopics: [] } });
  expect(asked).toMatchObject({ code: 3, out: expect.stringMatching(/^A second person has to/) });
});

test("nothing is destroyed before somebody says so", async () => {
  const env = { STANCHION_URL: api.url, STANCHION_API_KEY: key };
  const asked = await stanchion(["events", "delete", "sale"], { env });
  expect(asked).toMatchObject({ code: 1, err: expect.stringMatching(/Use --yes to confirm/) });
  expect(await stanchion(["events", "get", "sale"], { env })).toMatchObject({ code: 0 });
  expect(await stanchion(["events", "delete", "sale", "--yes"], { env })).toMatchObject({
    code: 0,
  });
  expect(await stanchion(["events", "get", "sale"], { env })).toMatchObject({ code: 1 });
});

test("the live screen takes keys, and leaves the terminal as it was", async () => {
  const script = findProgram("script");
  // A terminal of its own, where the system has the program for it.
  if (script === null || process.platform !== "linux") return;
  const program = join(project.directory, "node_modules/@stanchion/cli/dist/stanchion.js");
  const line = `${process.execPath} ${program} live springsale`;
  const own = { STANCHION_URL: api.url, STANCHION_API_KEY: key, TERM: "xterm" };
  expect(await stanchion(["events", "start", "springsale"], { env: own })).toMatchObject({
    code: 0,
  });
  const child = spawn(script, ["-qec", line, "/dev/null"], { env: { ...process.env, ...own } });
  let screen = "";
  child.stdout.on("data", (text) => {
    screen += String(text);
  });
  const shows = (words: string) => vi.waitFor(() => expect(screen).toContain(words), 20_000);
  await shows("+/- outflow");
  child.stdin.write("+");
  await shows("The outflow is 990 a minute.");
  child.stdin.write("m");
  await shows("Message: ");
  child.stdin.write("q");
  await shows("Message: q");
  child.stdin.write("\u0003");
  await once(child, "close");
  expect(child.exitCode).toBe(0);
  expect(screen.trimEnd().endsWith("\u001b[?25h\u001b[?1049l")).toBe(true);
});

/** An empty program takes some 45 ms on a quiet machine, so that a command has 300. */
const OF_AN_EMPTY_PROGRAM = 6.5;

test("a command's own time is a few times that of an empty program", async () => {
  const commands: number[] = [];
  const empty: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const begun = performance.now();
    await stanchion(["complete-words", "events"]);
    commands.push(performance.now() - begun);
    const emptyBegun = performance.now();
    await promisify(execFile)(process.execPath, ["-e", ""]);
    empty.push(performance.now() - emptyBegun);
  }
  // The machine may be busy: the fastest of each, side by side, say what the command needs.
  expect(Math.min(...commands) / Math.min(...empty)).toBeLessThan(OF_AN_EMPTY_PROGRAM);
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runStanchion } from "@/cli/run-stanchion";
import { createOperator, holdDraw } from "@/simulation/scenarios/draw";
import { listen } from "@/tools/stack/ports";
import { readBeacon } from "./fetch-evidence";

let state = 7;
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};
const operator = createOperator(random);
const held = holdDraw({ operator, random, members: 40, receipts: 10 });
const key = Buffer.from(operator.publicKey).toString("base64url");
const { beacon } = JSON.parse(held.file) as { readonly beacon: { readonly value: string } };
const folder = mkdtempSync(join(tmpdir(), "stanchion-verify-"));
const receipts = join(folder, "receipts.txt");
const bare = join(folder, "bare.txt");
writeFileSync(bare, held.receipts.join("\n"));
writeFileSync(receipts, [held.keptFreeze, ...held.receipts].join("\n"));

let server: Server;
let base = "";
beforeAll(async () => {
  const draw = (file: string) => ({ urls: { file: `${base}${file}` }, publicKey: key });
  const answers: Readonly<Record<string, () => string>> = {
    "/draw": () => held.file,
    "/forged": () => held.file.replace(/"secret":"./, '"secret":"f'),
    "/api/v1/events/sale/draw": () => JSON.stringify(draw("/draw")),
  };
  server = createServer((request, response) => {
    const answer = answers[request.url ?? ""];
    response.writeHead(answer === undefined ? 404 : 200).end(answer?.());
  });
  base = `http://127.0.0.1:${await listen(server)}`;
  vi.stubEnv("STANCHION_URL", base);
  vi.stubEnv("STANCHION_API_KEY", "stn_1");
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
  rmSync(folder, { recursive: true });
});

async function verify(...args: readonly string[]) {
  const [lines, notes]: [string[], string[]] = [[], []];
  const output = {
    print: (line: string) => lines.push(line),
    note: (line: string) => notes.push(line),
  };
  const code = await runStanchion(["draw", "verify", ...args], output);
  return { code, text: lines.join("\n"), notes: notes.join("\n") };
}

const given = [`--key=${key}`, "--receipts", receipts, "--beacon", beacon.value];

test("the draw of an event is fetched and recomputed", async () => {
  const { code, text } = await verify("sale", ...given);
  expect(code).toBe(0);
  expect(text).toMatch(/✓ line 2: index 1 has place \d+ of 40/);
  expect(text).toMatch(/^PROVABLE/m);
  expect(text).not.toContain("operator's key");
});

test("a key of the installation's own is used, and said not to prove anything", async () => {
  const { code, text } = await verify("sale", "--receipts", receipts, "--beacon", beacon.value);
  expect(code).toBe(0);
  expect(text).toContain(`? Not compared: whether ${key} is the operator's key.`);
  expect(text).toMatch(/PROVABLE, if the items marked \? are correct/);
});

test("a page that says something else than was signed is found out, with any key", async () => {
  expect((await verify("--draw", `${base}/forged`, ...given)).code).toBe(1);
  const other = Buffer.from(createOperator(random).publicKey).toString("base64url");
  const { code, text } = await verify("sale", `--key=${other}`, "--offline");
  expect(code).toBe(1);
  expect(text).toContain("TAMPERED");
});

test("a beacon that says something else is found out; without evidence nothing is proven", async () => {
  const wrong = await verify("sale", `--key=${key}`, "--beacon", "00".repeat(32));
  expect(wrong.code).toBe(1);
  const alone = await verify("sale", `--key=${key}`, "--receipts", bare, "--offline");
  expect([alone.code, alone.text]).toEqual([3, expect.stringMatching(/^NOT PROVABLE/m)]);
});

test("what is missing is said", async () => {
  expect((await verify()).notes).toContain("Name an event, or say --draw.");
  expect((await verify("--draw", "draw.json")).notes).toContain("Say --key with --draw.");
  const gone = await verify("--draw", `${base}/none`, `--key=${key}`);
  expect([gone.code, gone.notes]).toEqual([1, `${base}/none answered 404.`]);
  expect((await verify("nothing", ...given)).code).toBe(1);
});

test("drand is asked at its own address, whatever mirror the draw names", async () => {
  const chain = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
  const file = held.file.replace(
    /"beacon":\{[^}]*\}/,
    `"beacon":{"type":"http-beacon","url":"https://evil.example/${chain}/public/7","round":7,"value":"${"ab".repeat(32)}","receivedAtMs":1800000009500}`,
  );
  const asked: string[] = [];
  const get = async (url: string | URL | Request) => {
    asked.push(String(url));
    return Response.json({ round: 7, randomness: "CD".repeat(32) });
  };
  const bytes = new TextEncoder().encode(file);
  const url = `https://api.drand.sh/${chain}/public/7`;
  expect(await readBeacon(bytes, get)).toEqual({ url, value: "cd".repeat(32) });
  expect(asked).toEqual([url]);
  expect(await readBeacon(bytes, async () => Promise.reject(new Error("away")))).toBe(null);
  expect(await readBeacon(new TextEncoder().encode("{}"), get)).toBe(null);
});

import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import { beforeAll, expect, test, vi } from "vitest";
import { LANGUAGES } from "@/lib/domain/page-texts/languages";
import { readPublishedCustomer, writePublishedCustomer } from "@/lib/line/commands/published";
import { NO_THEMES, themeField } from "@/lib/line/commands/published-themes";
import { builtScript } from "@/test/own-html";
import { startTestRoom } from "@/test/waiting-room";
import { OWN_THEME } from "@/tools/bench/page/own-theme";
import { barsOf } from "@/tools/prove/bars";
import { judge } from "@/tools/shared/bars";

/** Until the number shows, with headers, over HTTP: what `npm run bench -- page` measures in a browser. */
const isMet = (name: string, figure: number) =>
  judge({ [name]: figure }, barsOf("bench page")).find(({ path }) => path === name)?.isMet;

const room = startTestRoom(undefined, { clientScript: await builtScript("main") });
const { context, customerId, id, open, redis } = room;

beforeAll(async () => {
  const held = await readPublishedCustomer(redis, customerId);
  if (held === null) throw new Error("The room has published its customer.");
  const revision = randomBytes(6).toString("hex");
  const themes = { ...NO_THEMES, revisions: { house: revision } };
  const set = { [themeField("house")]: JSON.stringify({ revision, theme: OWN_THEME, assets: {} }) };
  await writePublishedCustomer(redis, customerId, { ...held, themes }, { set, remove: [] });
  const isKnown = async () =>
    ((await context.customers.find(customerId))?.version ?? 0) > (held.version ?? 0);
  await vi.waitUntil(isKnown, { timeout: 5_000 });
});

/** Every byte of the answer, as the network carries it. */
function answerOf(method: string, path: string, language: string, body = ""): Promise<Buffer> {
  const head = [
    `${method} ${path} HTTP/1.1`,
    "host: room.test",
    `accept: ${method === "GET" ? "text/html" : "application/json"}`,
    "accept-encoding: gzip, br",
    `accept-language: ${language}`,
    "content-type: application/x-www-form-urlencoded",
    `content-length: ${body.length}`,
    "connection: close",
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(room.port(), "127.0.0.1", () =>
      socket.write(`${head.join("\r\n")}\r\n\r\n${body}`),
    );
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("end", () => resolve(Buffer.concat(chunks)));
  });
}

/** Of the document, the script and the join, in this language. */
async function answersUntilTheNumber(
  opened: Awaited<ReturnType<typeof open>>,
  language: string,
  more = "",
) {
  const answers = await Promise.all([
    answerOf("GET", opened.page + more, language),
    answerOf("GET", context.clientScript.path, language),
    answerOf("POST", `${opened.base}/join`, language, `joinId=${id()}`),
  ]);
  for (const answer of answers) expect(answer.toString("latin1")).toMatch(/^HTTP\/1.1 200 /);
  const bytes = answers.reduce((sum, { length }) => sum + length, 0);
  return { bytes, page: bodyOf(answers[0]) };
}

function bodyOf(answer: Buffer): string {
  const end = answer.indexOf("\r\n\r\n") + 4;
  return brotliDecompressSync(answer.subarray(end)).toString();
}

test.each(Object.keys(LANGUAGES))(
  "a visitor who reads %s sees the number after few bytes",
  async (language) => {
    const opened = await open({ queueAll: true });
    const plain = await answersUntilTheNumber(opened, language);
    const themed = await answersUntilTheNumber(opened, language, "&l=house");
    for (const own of ["--brand:#7a1f5c", "https://shop.example/imprint"]) {
      expect(themed.page).toContain(own);
      expect(plain.page).not.toContain(own);
    }
    expect(themed.bytes).toBeGreaterThan(plain.bytes);
    expect(isMet("bytes", plain.bytes)).toBe(true);
    expect(isMet("themedBytes", themed.bytes)).toBe(true);
  },
);

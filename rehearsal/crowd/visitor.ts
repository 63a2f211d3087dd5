import { randomBytes } from "node:crypto";
import { parseQueueToken } from "@/connectors/src/core";
import type { PublicLine } from "@/lib/domain/line/public-line";
import { type Answer, NO_ANSWER, readAnswer } from "@/waiting-room/client/answer";
import type { Question } from "@/waiting-room/client/ask";
import { keepsakesOf } from "@/waiting-room/client/keepsakes";
import { isPageData, type PageData } from "@/waiting-room/client/page-data";
import { parseJson } from "@/waiting-room/client/parse-json";
import { startSession } from "@/waiting-room/client/session";
import { HttpClient, type Reply } from "./http-client";
import type { Observation } from "./observation";
import { type Asked, sendProving } from "./prove";

/** What visitors share: the page they want, and the moment after which they go home. */
export type Scene = {
  readonly shop: URL;
  /** True when a token counts as being let in, and nobody goes on to the site. */
  readonly endsAtToken?: boolean;
  /** Asked once for each visitor: whether their tab lies in the background. */
  readonly isHidden?: () => boolean;
  /** True where browsers fetch the page's script as well: a page whose script is missing shows nothing. */
  readonly fetchesScripts?: boolean;
  readonly signal: AbortSignal;
  /** True while faults are being made: failed requests are then counted apart. */
  readonly isDisturbed: () => boolean;
  readonly onLine: (line: PublicLine) => void;
  readonly onDisturbedError: () => void;
  /** Proves what is asked for before a join; left out, such a visit ends there. */
  readonly prove?: (asked: Asked) => Promise<string>;
};

const NAVIGATION = {
  accept: "text/html",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
} as const;
const RELOAD_MS = 1_000;
const HOPS = 10;

/**
 * One visitor with a browser of their own: opens the protected page, follows redirects, runs the
 * waiting page's own client over real HTTP, and goes on to the page when let in.
 */
export async function visit(
  scene: Scene,
  seen: Observation,
  client = new HttpClient(),
): Promise<void> {
  let url: URL | null = scene.shop;
  for (let hop = 0; hop < HOPS && !scene.signal.aborted; ) {
    if (!client.reaches(url)) {
      seen.errors.push(`sent to ${url.host}, where test visitors do not go`);
      return;
    }
    const reply = await client.send("GET", url, { headers: NAVIGATION });
    if (isFailure(reply.status)) {
      note(scene, seen, `GET ${url.pathname} ${reply.status}`);
      await pause(RELOAD_MS * (0.5 + Math.random()), scene.signal);
      continue;
    }
    hop += 1;
    url = await nextAddress(scene, seen, { client, url, reply });
    if (url === null || noteToken(scene, seen, url)) return;
  }
  if (!scene.signal.aborted) seen.errors.push("sent around in a circle");
}

/** Where the visitor goes from a page; null when the visit ends there. */
async function nextAddress(
  scene: Scene,
  seen: Observation,
  { client, url, reply }: { client: HttpClient; url: URL; reply: Reply },
): Promise<URL | null> {
  const { location } = reply.headers;
  if (location !== undefined) return new URL(location, url);
  const page = pageOf(reply.body);
  if (page !== null && scene.fetchesScripts === true)
    await fetchScript(scene, seen, { client, url, html: reply.body });
  if (page !== null) return waitInLine(scene, seen, { client, page, room: url });
  seen.entered = url.host === scene.shop.host && reply.status === 200;
  if (!seen.entered) seen.errors.push(`ended at ${url.pathname} ${reply.status}`);
  return null;
}

async function fetchScript(
  scene: Scene,
  seen: Observation,
  { client, url, html }: { readonly client: HttpClient; readonly url: URL; readonly html: string },
): Promise<void> {
  const src = /<script[^>]* src="([^"]+)"/.exec(html)?.[1];
  if (src === undefined) return note(scene, seen, "a page without a script");
  const { status } = await client.send("GET", new URL(src, url));
  if (status !== 200) note(scene, seen, `GET script ${status}`);
}

/** Any server may be away for a moment; a waiting page may carry 503 and is a page all the same. */
function isFailure(status: number): boolean {
  return status === 0 || status === 500 || status === 502 || status === 504;
}

function note(scene: Scene, seen: Observation, what: string): void {
  if (scene.isDisturbed()) scene.onDisturbedError();
  else seen.errors.push(what);
}

function pageOf(html: string): PageData | null {
  const text = /<script type="application\/json" id="stanchion">([^<]*)</.exec(html)?.[1];
  const data = text === undefined ? null : parseJson(text);
  return isPageData(data) ? data : null;
}

type Browser = { readonly client: HttpClient; readonly page: PageData; readonly room: URL };

/** Resolves with the address to go to, or null when there is none any more. */
function waitInLine(scene: Scene, seen: Observation, browser: Browser): Promise<URL | null> {
  return new Promise((resolve) => {
    const store = new Map<string, string>();
    const timers = new Set<NodeJS.Timeout>();
    let isOver = false;
    const finish = (url: URL | null) => {
      if (isOver) return;
      isOver = true;
      scene.signal.removeEventListener("abort", leave);
      for (const timer of timers) clearTimeout(timer);
      resolve(url);
    };
    const leave = () => finish(null);
    scene.signal.addEventListener("abort", leave);
    const session = startSession(browser.page, {
      nowMs: () => performance.now(),
      random: Math.random,
      ask: (question) => ask(scene, seen, browser, question),
      after: (ms, run) => {
        if (isOver) return () => undefined;
        const timer = setTimeout(() => {
          timers.delete(timer);
          if (!isOver) run();
        }, ms);
        timers.add(timer);
        return () => {
          clearTimeout(timer);
          timers.delete(timer);
        };
      },
      show: ({ place }) => {
        if (place.kind === "waiting") {
          if (!seen.isPresent) leave();
          return;
        }
        if (place.kind === "none" || place.kind === "full" || place.kind === "going") return;
        seen.errors.push(`the page ended with "${place.kind}"`);
        leave();
      },
      go: (url) => finish(new URL(url)),
      keepsakes: keepsakesOf(
        "crowd",
        {
          get: (key) => store.get(key) ?? null,
          set: (key, value) => void store.set(key, value),
        },
        () => randomBytes(16).toString("base64url"),
      ),
      keptPlace: { read: () => null, keep: () => {}, forget: () => {} },
    });
    if (scene.isHidden?.() === true) session.wake(true);
  });
}

async function ask(
  scene: Scene,
  seen: Observation,
  { client, room }: Browser,
  { step, path, form }: Question,
): Promise<Answer> {
  if (step === "enter" && seen.firstAskedAtMs === null) seen.firstAskedAtMs = performance.now();
  const url = new URL(path, room);
  const headers = { accept: "application/json" };
  const own = { ...headers, origin: room.origin, "sec-fetch-site": "same-origin" };
  const post = (sent: Readonly<Record<string, string>>) =>
    client.send("POST", url, { form: sent, headers: own });
  const reply =
    form === null
      ? await client.send("GET", url, { headers })
      : await sendProving(form, post, scene.prove);
  const isSent = reply.status !== 0;
  const answer = isSent ? readAnswer(step, reply.status, parseJson(reply.body)) : NO_ANSWER;
  if (answer.kind === "failed") note(scene, seen, `${step} ${reply.status} ${answer.code}`);
  if ("line" in answer && answer.line !== null) scene.onLine(answer.line);
  if (answer.kind === "waiting") noteNumber(seen, answer.line.run, answer.number);
  return answer;
}

function noteNumber(seen: Observation, runId: number, number: number): void {
  const name = `${runId}:${number}`;
  if (seen.numbers.includes(name)) return;
  seen.joinedAtMs ??= performance.now();
  seen.numbers.push(name);
  seen.queueNumbers.push(number);
}

/** Notes the token of an address; true when the visit ends with it. */
function noteToken(scene: Scene, seen: Observation, url: URL): boolean {
  const text = url.searchParams.get("queueittoken");
  if (text === null) return false;
  seen.admittedAtMs ??= performance.now();
  const token = parseQueueToken(text);
  if (seen.tokenSeconds.at(-1) !== token.expiresUnixSeconds) {
    seen.tokenSeconds.push(token.expiresUnixSeconds);
  }
  seen.queueIds.add(token.queueId);
  seen.entered ||= scene.endsAtToken === true;
  return scene.endsAtToken === true;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
    signal.addEventListener("abort", done);
  });
}

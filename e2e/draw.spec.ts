import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { HttpClient } from "@/rehearsal/crowd/http-client";
import { runStanchion } from "../cli/run-stanchion";
import { startTestBeacon } from "../test/beacon";
import {
  chooseOption,
  expectAccessible,
  pauseEvent,
  saveSection,
  startEvent,
  tick,
} from "./console";
import { makeEvent, makeSecretAndKey, signUp } from "./prepared";
import { ROOM } from "./site";

const BROWSERS = 2;
const PROGRAMS = 6;
const MEMBERS = BROWSERS + PROGRAMS;
const ROUND = 4_711;
const ROUND_AFTER_START_MS = 12_000;

/** A wall-clock time of UTC as a field takes it, to the second. */
const fieldTime = (atMs: number) => new Date(atMs).toISOString().slice(0, 19);

/** Makes a drawn event that starts within a minute, opens it, and answers when it starts. */
async function openDrawnEvent(
  page: Page,
  chooseDraw: (startAtMs: number) => Promise<void>,
): Promise<number> {
  const targetUrl = "http://shop.localhost/tickets";
  await makeEvent(page, { name: "Summer Draw", eventId: "draw", targetUrl, allowedHosts: [] });
  await page.goto("/events/draw/settings/schedule");
  await tick(page.getByRole("radio", { name: /^Scheduled/ }));
  const startAtMs = Math.ceil(Date.now() / 1_000) * 1_000 + 58_000;
  await page.getByLabel("Start", { exact: true }).fill(fieldTime(startAtMs));
  await chooseDraw(startAtMs);
  await saveSection(page);
  await page.goto("/events/draw");
  await startEvent(page);
  // Nobody is let in before the places were looked at.
  await pauseEvent(page);
  return startAtMs;
}

type Visitors = { readonly browsers: readonly Page[]; readonly receipts: readonly string[] };

/** Real browsers, and programs that keep the receipts that they are given. */
async function joinPreQueue(context: BrowserContext, customerId: string): Promise<Visitors> {
  const browsers: Page[] = [];
  for (let index = 0; index < BROWSERS; index += 1) {
    const visitor = await (await newContext(context)).newPage();
    await visitor.goto(`${ROOM}/?c=${customerId}&e=draw`);
    await expect(
      visitor.getByRole("heading", { name: "You’re registered for the draw" }),
    ).toBeVisible();
    browsers.push(visitor);
  }
  const receipts = await Promise.all(
    Array.from({ length: PROGRAMS }, async () => {
      const reply = await new HttpClient().send(
        "POST",
        new URL(`/line/${customerId}/draw/join`, ROOM),
        {
          headers: { accept: "application/json" },
          form: { joinId: randomBytes(16).toString("base64url") },
        },
      );
      return String(JSON.parse(reply.body).receipt);
    }),
  );
  return { browsers, receipts };
}

async function newContext(context: BrowserContext): Promise<BrowserContext> {
  const browser = context.browser();
  if (browser === null) throw new Error("The operator's page has no browser.");
  return browser.newContext();
}

/** What the page says of a draw whose receipt the browser kept; its place, and the kept lines. */
async function checkInBrowser(waiting: Page, verifyUrl: string, beacon: string) {
  const visitor = await waiting.context().newPage();
  await visitor.goto(verifyUrl);
  const kept = await visitor.locator("#lines").inputValue();
  expect(kept).toMatch(/^sr1\..+\nsf1\./);
  await visitor.getByLabel(/public random value/).fill(beacon);
  await visitor.getByRole("button", { name: "Verify" }).click();
  const verdict = visitor.locator("#verdict");
  await expect(verdict).toBeVisible();
  const found = await visitor.locator("#findings").textContent();
  const place = /Place (\d+) of (\d+)/.exec(found ?? "");
  expect(Number(place?.[2])).toBe(MEMBERS);
  return { place: Number(place?.[1]), kept, verdict: (await verdict.textContent()) ?? "" };
}

/** Runs the command that the console shows, on the file that it links to. */
async function checkOffline(
  page: Page,
  published: { readonly file: string; readonly kept: readonly string[] },
) {
  const command =
    (await page.locator("code").filter({ hasText: "verify-draw" }).textContent()) ?? "";
  const directory = await mkdtemp(join(tmpdir(), "stanchion-draw-"));
  try {
    await writeFile(join(directory, "draw.json"), published.file);
    await writeFile(join(directory, "receipts.txt"), published.kept.join("\n"));
    const [, given = ""] = command.split(" -- ");
    const args = given
      .split(" ")
      .map((word) => (/\.(json|txt)$/.test(word) ? join(directory, word) : word));
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    const exitCode = await runStanchion(["verify-draw", ...args, "--json"], { print, note: print });
    return { exitCode, result: JSON.parse(lines.join("\n")) };
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function linkTo(page: Page, name: string): Promise<string> {
  const href = await page.getByRole("link", { name }).getAttribute("href");
  return href ?? "";
}

async function readFile(url: string): Promise<string> {
  const reply = await new HttpClient().send("GET", new URL(url));
  expect(reply.status).toBe(200);
  return reply.body;
}

/** The draw is over: places are shown, each once, and everybody's check agrees. */
async function expectPlaces(page: Page, visitors: Visitors, beacon: string) {
  await expect(page.getByText(new RegExp(`^${MEMBERS}$`)).first()).toBeVisible();
  const verifyUrl = await linkTo(page, "Verification page for visitors");
  const checks = [];
  for (const visitor of visitors.browsers) {
    const check = await checkInBrowser(visitor, verifyUrl, beacon);
    await expect(visitor.locator("#number")).toHaveText(String(check.place));
    checks.push(check);
  }
  const file = await readFile(await linkTo(page, "Published file"));
  const kept = [...visitors.receipts, ...checks.flatMap(({ kept }) => kept.split("\n"))];
  const offline = await checkOffline(page, { file, kept });
  return { verdicts: checks.map(({ verdict }) => verdict), offline };
}

test("a pre-queue is drawn with a public beacon, and everybody can check it", async ({ page }) => {
  const beacon = await startTestBeacon(ROUND);
  const value = randomBytes(32).toString("hex");
  try {
    const { customerId } = await signUp(page);
    await makeSecretAndKey(page);
    const startAtMs = await openDrawnEvent(page, async (startAtMs) => {
      await chooseOption(page, "Pre-queue order", /another public beacon/);
      await page.getByLabel("Round URLs").fill(beacon.url);
      await page.getByRole("textbox", { name: /^Round \(number\)/ }).fill(String(ROUND));
      const roundAt = fieldTime(startAtMs + ROUND_AFTER_START_MS);
      await page.getByLabel("Round time").fill(roundAt);
    });
    await expect(page.getByText("Committed", { exact: true })).toBeVisible();
    const visitors = await joinPreQueue(page.context(), customerId);
    expect(Date.now()).toBeLessThan(startAtMs);
    await expect(page.getByText(/^frozen at/)).toBeVisible();
    expect(beacon.beacon.value).toBeNull();
    await page.waitForTimeout(Math.max(0, startAtMs + ROUND_AFTER_START_MS - Date.now()));
    beacon.beacon.value = value;
    await expect(page.getByText("Provable", { exact: true })).toBeVisible();
    await expectAccessible(page);
    const { verdicts, offline } = await expectPlaces(page, visitors, value);
    for (const verdict of verdicts) expect(verdict).toMatch(/^Provable/);
    expect(offline.exitCode).toBe(0);
    expect(offline.result.verdict).toBe("provable");
    const places: number[] = offline.result.places.map(({ place }: { place: number }) => place);
    expect(places.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: MEMBERS }, (_, index) => index + 1),
    );
  } finally {
    beacon.close();
  }
});

test("a draw with a typed value waits for it, and says that it cannot be proven", async ({
  page,
}) => {
  const { customerId } = await signUp(page);
  await makeSecretAndKey(page);
  const startAtMs = await openDrawnEvent(page, async () => {
    await chooseOption(page, "Pre-queue order", /you enter/);
    await page.getByLabel("Source of the value").fill("Lottery of that evening");
  });
  await expect(page.getByText(/It will be labelled NOT PROVABLE/)).toBeVisible();
  const visitors = await joinPreQueue(page.context(), customerId);
  expect(Date.now()).toBeLessThan(startAtMs);
  await expect(page.getByText(/^frozen at/)).toBeVisible();
  await page.getByRole("button", { name: "Draw now" }).click();
  await page.getByLabel("Draw value").fill("4 8 15 16 23 42");
  await page.getByRole("button", { name: "Run draw" }).click();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("NOT PROVABLE", { exact: true })).toBeVisible();
  await expect(page.getByText(/the person who entered it could have chosen/)).toBeVisible();
  await expectAccessible(page);
  const { verdicts, offline } = await expectPlaces(page, visitors, "");
  for (const verdict of verdicts) expect(verdict).toMatch(/^NOT PROVABLE/);
  expect(offline.exitCode).toBe(3);
});

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Locator, type Page } from "@playwright/test";
import { STANCHION_PROGRAM } from "@/tools/stack/build";

/** What an operator does in the console, by what they see. */
export type NewCustomer = { readonly customerId: string; readonly email: string };

export type NewEvent = {
  readonly name: string;
  readonly eventId: string;
  readonly targetUrl: string;
  readonly allowedHosts: readonly string[];
};

const OUTBOX = process.env["OUTBOX_DIRECTORY"] ?? ".data/outbox";

/** The link in the last e-mail to somebody, once it is there. */
export function readMailedLink(email: string): Promise<string> {
  return readMailed(email, /^https?:\S+$/m);
}

/** The code of the newest e-mail to somebody, with which a first second factor is set up. */
export function readMailedCode(email: string): Promise<string> {
  return readMailed(email, /^[a-z2-7]{4}-[a-z2-7]{4}$/m);
}

/** The subject of the newest e-mail to somebody, once it begins so. */
export async function readMailedSubject(email: string, beginning: string): Promise<string> {
  const line = await readMailed(email, new RegExp(`^Subject: ${beginning}.*$`, "m"));
  return line.replace("Subject: ", "");
}

async function readMailed(email: string, line: RegExp): Promise<string> {
  let found = "";
  await expect(async () => {
    const files = (await readdir(OUTBOX)).filter((file) => file.endsWith(".txt")).sort();
    const mails = await Promise.all(files.map((file) => readFile(join(OUTBOX, file), "utf8")));
    const mail = mails.findLast((text) => text.startsWith(`To: ${email}\n`)) ?? "";
    found = line.exec(mail)?.[0] ?? "";
    expect(found).not.toBe("");
  }).toPass({ timeout: 60_000 });
  return found;
}

/** Signing up or in hashes passwords, which takes long on a machine that does much else. */
export const HASHES_TIMEOUT_MS = 120_000;

export const PASSWORD = "a long enough passphrase 7";

/** From one address few may ask for a link in an hour; whoever runs the installation invites whom they like. */
async function inviteFounder(email: string): Promise<string> {
  const command = [STANCHION_PROGRAM, "admin", "invite", email, "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  const { link }: { link: string } = JSON.parse(stdout);
  return link;
}

/** Makes a customer. */
export async function signUp(page: Page): Promise<NewCustomer> {
  const customerId = `e2e${randomBytes(6).toString("hex")}`;
  const email = `${customerId}@example.com`;
  await page.goto(await inviteFounder(email));
  await page.getByLabel("Your name").fill("Ana Operator");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Customer name").fill("Harbour Hall");
  await page.getByLabel("Customer id").fill(customerId);
  await page.getByRole("button", { name: /sign up|create/i }).click();
  await page.waitForURL(/\/(overview|events)/, { timeout: HASHES_TIMEOUT_MS });
  return { customerId, email };
}

export async function createEvent(page: Page, event: NewEvent): Promise<void> {
  await fillNewEvent(page, event);
  await page.getByRole("button", { name: /create event/i }).click();
  await expect(page.getByRole("heading", { name: event.name })).toBeVisible();
  if (event.allowedHosts.length === 0) return;
  const path = `/events/${event.eventId}`;
  await page.goto(`${path}/settings/general`);
  const hosts = await hearing(page.getByLabel("Allowed target hosts"));
  await hosts.fill(event.allowedHosts.join("\n"));
  await saveSection(page);
  await page.goto(path);
  await expect(page.getByRole("heading", { name: event.name })).toBeVisible();
}

/** Types what a new event needs, without creating it. */
export async function fillNewEvent(
  page: Page,
  event: { readonly name: string; readonly eventId: string; readonly targetUrl: string },
): Promise<void> {
  await page.goto("/events/new");
  await page.getByLabel("Name", { exact: true }).fill(event.name);
  await (await hearing(page.getByRole("button", { name: "Edit ID" }))).click();
  await page.getByLabel("Event id").fill(event.eventId);
  await page.getByLabel("Target URL").fill(event.targetUrl);
}

/** Saves the section of the settings that is open. */
export async function saveSection(page: Page): Promise<void> {
  const save = page.getByRole("button", { name: "Save changes" });
  await save.click();
  await expect(save).toBeDisabled();
}

export async function addQueueRule(
  page: Page,
  rule: { name: string; value: string },
): Promise<void> {
  await page.goto("/rules/new");
  await page.getByLabel("Name", { exact: true }).fill(rule.name);
  await page.getByLabel("Value", { exact: true }).fill(rule.value);
  await page
    .getByRole("button", { name: /create|save|add/i })
    .last()
    .click();
  await page.waitForURL(/\/rules$/);
}

/** Reads a text that is shown once, and closes the dialog. */
export async function readOnce(page: Page, title: string): Promise<string> {
  const dialog = page.getByRole("dialog", { name: title });
  const text = await dialog.locator("code").textContent();
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  await expect(dialog).toBeHidden();
  return (text ?? "").trim();
}

export async function makeSecretAndKey(page: Page): Promise<{ secret: string; apiKey: string }> {
  await page.goto("/secrets");
  await page.getByRole("button", { name: "Generate a secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Generate" }).click();
  const secret = await readOnce(page, "Your new secret");
  // Its row moves what stands below.
  await expect(page.getByText(secret.slice(-4)).first()).toBeVisible();
  await page.getByRole("button", { name: "Create an API key" }).click();
  await page.getByLabel("What is it for?").fill("Shop of the test");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const apiKey = await readOnce(page, "Your new API key");
  return { secret, apiKey };
}

export async function publish(page: Page): Promise<void> {
  await page.goto("/rules");
  await page.getByRole("button", { name: /^Publish version/ }).click();
  await expect(page.getByText("All changes published")).toBeVisible();
}

/** Every waiting-room process follows what the operator last changed. */
export async function expectInForce(page: Page): Promise<void> {
  await expect(page.getByRole("status").filter({ hasText: "Live on" })).toBeVisible();
}

/** On the live page: starts or schedules the event, also where the page says that something is missing. */
export async function pressStart(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^(Start|Schedule|Start a new run)$/ }).click();
  const anyway = page.getByRole("button", { name: /^(Start|Schedule) anyway$/ });
  const pause = page.getByRole("button", { name: "Pause", exact: true });
  await expect(anyway.or(pause).first()).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
}

/** The same, and waits until every waiting-room process follows. */
export async function startEvent(page: Page): Promise<void> {
  await pressStart(page);
  await expectInForce(page);
}

/** On the live page: lets nobody in, and waits until every waiting-room process follows. */
export async function pauseEvent(page: Page, message = ""): Promise<void> {
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Message to waiting visitors").fill(message);
  await dialog.getByRole("button", { name: /pause/i }).click();
  await expect(page.getByText("Paused", { exact: true }).first()).toBeVisible();
  await expectInForce(page);
}

/** The same, once the page's scripts hear what is done to it: a page is shown before. */
export async function hearing(control: Locator): Promise<Locator> {
  await expect(async () => {
    const isHeard = await control.evaluate(
      (element) => Object.keys(element).some((key) => key.startsWith("__react")),
      undefined,
      { timeout: 5_000 },
    );
    expect(isHeard).toBe(true);
  }).toPass();
  return control;
}

/** Chooses in a select box the first option that is called so. */
export async function chooseOption(
  within: Page | Locator,
  label: string,
  option: RegExp,
): Promise<void> {
  const select = await hearing(within.getByRole("combobox", { name: label }));
  // A long list is made when somebody reaches it.
  await select.focus();
  const wording = await select.locator("option").filter({ hasText: option }).first().textContent();
  await select.selectOption({ label: wording ?? "" });
}

/** Whether all frames of the page are of its own site, where axe needs no page of its own to gather what it found. */
function isOneSite(page: Page): boolean {
  const { origin } = new URL(page.url());
  return page.frames().every((frame) => new URL(frame.url()).origin === origin);
}

/** No finding of axe on what the page shows now, without the frames that are named. */
export async function expectAccessible(page: Page, frames: readonly string[] = []): Promise<void> {
  const axe = new AxeBuilder({ page })
    .setLegacyMode(isOneSite(page))
    .options({ resultTypes: ["violations"] });
  for (const frame of frames) axe.exclude(frame);
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`),
  ).toEqual([]);
}

type Asked = { readonly yes: readonly string[]; readonly no: readonly string[] };

/** Which fields and choices a form shows, each named by how its label begins. */
export async function expectAsked(page: Page, { yes, no }: Asked): Promise<void> {
  const field = (label: string) =>
    page
      .locator("label, legend, [data-slot=label]")
      .filter({ hasText: new RegExp(`^${label}\\b`) });
  for (const label of yes) await expect(field(label).first(), label).toBeVisible();
  for (const label of no) await expect(field(label), label).toHaveCount(0);
}

/** Chooses a box or one of several; a page that was just loaded may not hear the first click. */
export async function tick(choice: Locator): Promise<void> {
  await (await hearing(choice)).check({ force: true });
}

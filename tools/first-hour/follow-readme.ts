import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { readExamples } from "../connector-package/examples";
import { count, type Follower, takeStep } from "../self-hosting/follow-document";
import { readGuide } from "../self-hosting/guide";
import type { Machine } from "../self-hosting/machine";
import { startBrowser } from "../self-hosting/operator";
import { until } from "../shared/time";
import { projectPath } from "../stack/paths";
import { runProgram } from "../stack/programs";
import { say } from "../stack/run-command";

const SECTION = "Protect your own site in five steps";
/** Where the newcomer works on the machine that is made for this; their own site lies beside the clone. */
const WORK = "/srv";
const CLONE = `${WORK}/stanchion`;
const SITE = "http://localhost:8080/tickets";
const PATIENCE_MS = 120_000;

/** The project as git knows it, and what README says that its commands need. */
async function prepare({ root, run }: Machine): Promise<void> {
  say("Installing Node, npm, git and Redis");
  const packages = "nodejs npm git redis-server";
  const install = `apt-get update && apt-get install -y --no-install-recommends ${packages}`;
  await run(install, { withRegistries: true });
  const folder = join(root, CLONE);
  mkdirSync(folder, { recursive: true });
  const files = "git ls-files -z --cached --others --exclude-standard";
  const copy = `${files} | tar --null --files-from=- -cf - | tar -xf - -C ${folder}`;
  if (runProgram("sh", ["-c", copy], projectPath()) === null)
    throw new ExpectedFailure("The project could not be copied.");
  say("Installing the packages of the project");
  await run(`cd ${CLONE} && npm run -s pack:connectors -- --help`, { withRegistries: true });
}

async function startAll({ run }: Machine): Promise<string> {
  say("npm start");
  const unit = "--quiet --unit=demo --setenv=HOME=/root";
  const start = `systemd-run ${unit} --working-directory=${CLONE} npm start`;
  const journal = "journalctl --unit=demo --output=cat --no-pager";
  const wait = `for try in $(seq 900); do ${journal} | grep -q "Ctrl-C stops everything" && break; systemctl is-active -q demo || break; sleep 1; done`;
  const said = await run(`${start}; ${wait}; ${journal}`);
  if (!said.includes("Stanchion is up.")) throw new ExpectedFailure(said.slice(-4_000));
  return said;
}

async function openPrinted(machine: Machine, greeting: string): Promise<void> {
  const addresses = [...new Set(greeting.match(/http:\/\/[\w.:-]+/g) ?? [])];
  if (addresses.length < 3) throw new ExpectedFailure("npm start prints no addresses.");
  const program = addresses.map((url) => `await fetch("${url}", { redirect: "manual" });`).join("");
  await machine.run(`node --input-type=module -e '${program}'`);
}

/** Signs up as a stranger: the link is in the e-mail that is written to a folder. */
async function openMailedLink({ root }: Machine, page: Page): Promise<void> {
  await page.goto("http://localhost:3000/sign-up");
  await page.getByLabel("E-mail").fill("ana@example.com");
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByText("for a link to continue").waitFor({ timeout: PATIENCE_MS });
  const outbox = join(root, CLONE, ".data/outbox");
  // Nobody learns whether an address is known: the answer does not wait for the e-mail.
  await until("an e-mail is in .data/outbox", () => mailedLink(outbox) !== "", PATIENCE_MS);
  await page.goto(mailedLink(outbox));
}

/** The link in the newest e-mail; "" as long as there is none. */
function mailedLink(outbox: string): string {
  const files = existsSync(outbox) ? readdirSync(outbox) : [];
  const mails = files.filter((name) => name.endsWith(".txt"));
  const newest = mails.sort().at(-1);
  const mail = newest === undefined ? "" : readFileSync(join(outbox, newest), "utf8");
  return /^https?:\S+$/m.exec(mail)?.[0] ?? "";
}

function saveSite({ root }: Machine, document: string, text: string): void {
  const [program] = readExamples(document, text);
  if (program === undefined) throw new ExpectedFailure("The README has no program.");
  const folder = join(root, WORK, "my-site");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "site.mjs"), program.code);
}

/** The last command stays in the foreground of a shell; here it has one of its own. */
function runAside(commands: string): string {
  const aside = `systemd-run --quiet --collect --unit=site --working-directory=${CLONE} env $1`;
  return `cd ${CLONE}\n${commands.replace(/^(STANCHION_SECRET=.*)$/m, aside)}`;
}

async function waitInLine(page: Page, directory: string): Promise<void> {
  const context = await page.context().browser()?.newContext();
  const visitor = await context?.newPage();
  if (visitor === undefined) throw new ExpectedFailure("The browser has ended.");
  await visitor.goto(SITE);
  const number = visitor.locator("#number").getByText("1", { exact: true });
  await number.waitFor({ timeout: PATIENCE_MS });
  if (new URL(visitor.url()).origin !== "http://127.0.0.1:3001")
    throw new ExpectedFailure(`The visitor waits at ${visitor.url()}.`);
  await visitor.screenshot({ path: join(directory, "waiting.png") });
  await page.getByRole("button", { name: "Resume", exact: true }).click();
  await visitor.getByText("You are in.").waitFor({ timeout: PATIENCE_MS });
  if (visitor.url() !== SITE) throw new ExpectedFailure(`The visitor came to ${visitor.url()}.`);
}

async function readChecklist(page: Page): Promise<void> {
  await page.goto("http://localhost:3000/overview");
  await page.getByText("Setup complete").waitFor({ timeout: PATIENCE_MS });
}

/** Follows the five steps of the README on a bare Debian, as somebody who has just cloned the project. */
export async function followReadme(follower: Follower): Promise<void> {
  const { document, machine, directory } = follower;
  const text = readFileSync(projectPath(document), "utf8");
  await count(follower, prepare(machine));
  const greeting = await startAll(machine);
  await count(follower, openPrinted(machine, greeting));
  const page = await (await startBrowser(machine, directory, null)).newPage();
  follower.page = page;
  await count(follower, openMailedLink(machine, page));
  saveSite(machine, document, text);
  const commands = { change: runAside, withRegistries: true };
  for (const step of readGuide(text))
    if (step.section === SECTION) await count(follower, takeStep(follower, step, commands));
  say("A visitor opens the site");
  await count(follower, waitInLine(page, directory));
  await count(follower, readChecklist(page));
}

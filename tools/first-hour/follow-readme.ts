import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { readExamples } from "../connector-package/examples";
import { cannotFollow, type GuideStep, readGuide } from "../self-hosting/guide";
import { type Machine, startMachine } from "../self-hosting/machine";
import {
  followList,
  makeOwnValues,
  type OwnValues,
  replaceOwnValues,
  startBrowser,
} from "../self-hosting/operator";
import { until } from "../shared/time";
import { projectPath } from "../stack/paths";
import { Supervisor } from "../stack/processes";
import { runProgram } from "../stack/programs";

const README = "README.md";
const SECTION = "Protect your own site in five steps";
/** Where the newcomer works on the machine that is made for this; their own site lies beside the clone. */
const WORK = "/srv";
const CLONE = `${WORK}/stanchion`;
const SITE = "http://localhost:8080/tickets";
const PATIENCE_MS = 120_000;

/** How the first hour went. */
export interface FirstHour {
  readonly steps: number;
  readonly failed: number;
  readonly seconds: number;
  /** The first step that did not work, and what it said. */
  readonly failure: string | null;
}

interface Newcomer {
  readonly machine: Machine;
  readonly directory: string;
  readonly values: OwnValues;
  readonly say: (line: string) => void;
  readonly browser: Browser;
  readonly page: Page;
}

type Run = (script: string, options?: { readonly withRegistries?: boolean }) => Promise<string>;

function runnerOf(machine: Machine): Run {
  return async (script, options) => {
    const { code, output } = await machine.run(script, options);
    if (code === 0) return output;
    throw new ExpectedFailure(`It ended with ${code}:\n${output.trim().slice(-4_000)}`);
  };
}

/** The project as git knows it, and what README says that its commands need. */
async function prepare(machine: Machine, say: (line: string) => void): Promise<void> {
  const run = runnerOf(machine);
  say("Installing Node, npm, git and Redis");
  const packages = "nodejs npm git redis-server";
  const install = `apt-get update && apt-get install -y --no-install-recommends ${packages}`;
  await run(install, { withRegistries: true });
  const folder = join(machine.root, CLONE);
  mkdirSync(folder, { recursive: true });
  const files = "git ls-files -z --cached --others --exclude-standard";
  const copy = `${files} | tar --null --files-from=- -cf - | tar -xf - -C ${folder}`;
  if (runProgram("sh", ["-c", copy], projectPath()) === null)
    throw new ExpectedFailure("The project could not be copied.");
  say("Installing the packages of the project");
  await run(`cd ${CLONE} && npm run -s pack:connectors -- --help`, { withRegistries: true });
}

/** `npm start`, in the network of the machine, which has nothing but itself. */
async function startAll(machine: Machine, say: (line: string) => void): Promise<string> {
  say("npm start");
  const unit = "--quiet --unit=demo --setenv=HOME=/root";
  const start = `systemd-run ${unit} --working-directory=${CLONE} npm start`;
  const journal = "journalctl --unit=demo --output=cat --no-pager";
  const wait = `for try in $(seq 900); do ${journal} | grep -q "Ctrl-C stops everything" && break; systemctl is-active -q demo || break; sleep 1; done`;
  const said = await runnerOf(machine)(`${start}; ${wait}; ${journal}`);
  if (!said.includes("Stanchion is up.")) throw new ExpectedFailure(said.slice(-4_000));
  return said;
}

/** Every address that was printed, opened by a program that is no browser. */
async function openPrinted(machine: Machine, greeting: string): Promise<void> {
  const addresses = [...new Set(greeting.match(/http:\/\/[\w.:-]+/g) ?? [])];
  if (addresses.length < 3) throw new ExpectedFailure("npm start prints no addresses.");
  const program = addresses.map((url) => `await fetch("${url}", { redirect: "manual" });`).join("");
  await runnerOf(machine)(`node --input-type=module -e '${program}'`);
}

/** Signs up as a stranger: the link is in the e-mail that is written to a folder. */
async function openMailedLink({ machine, page }: Newcomer): Promise<void> {
  await page.goto("http://localhost:3000/sign-up");
  await page.getByLabel("E-mail").fill("ana@example.com");
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByText("for a link to continue").waitFor({ timeout: PATIENCE_MS });
  const outbox = join(machine.root, CLONE, ".data/outbox");
  // Nobody learns whether an address is known: the answer does not wait for the e-mail.
  await until("an e-mail is in .data/outbox", () => mailedLink(outbox) !== undefined, PATIENCE_MS);
  const link = mailedLink(outbox);
  if (link === undefined) throw new ExpectedFailure("The e-mail in .data/outbox is gone.");
  await page.goto(link);
}

/** The link in the newest e-mail; undefined as long as there is none. */
function mailedLink(outbox: string): string | undefined {
  if (!existsSync(outbox)) return undefined;
  const mails = readdirSync(outbox).filter((name) => name.endsWith(".txt"));
  const newest = mails.sort().at(-1);
  const mail = newest === undefined ? "" : readFileSync(join(outbox, newest), "utf8");
  return /^https?:\S+$/m.exec(mail)?.[0];
}

async function take(newcomer: Newcomer, step: GuideStep): Promise<void> {
  const { machine, page, values, say } = newcomer;
  say(`${README}:${step.kind === "clicks" ? step.actions[0]?.line : step.line}`);
  if (step.kind === "clicks") {
    await followList(page, { document: README, actions: step.actions }, values);
    return;
  }
  // The last command stays in the foreground of a shell; here it has one of its own.
  const script = replaceOwnValues(step.text, values).replace(
    /^(STANCHION_SECRET=.*)$/m,
    `systemd-run --quiet --collect --unit=site --working-directory=${CLONE} env $1`,
  );
  await runnerOf(machine)(`cd ${CLONE}\n${script}`, { withRegistries: true }).catch(
    (error: unknown) => {
      throw cannotFollow(README, step, error);
    },
  );
}

function saveSite(machine: Machine): void {
  const text = readFileSync(projectPath(README), "utf8");
  const [program] = readExamples(README, text);
  if (program === undefined) throw new ExpectedFailure("The README has no program.");
  const folder = join(machine.root, WORK, "my-site");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "site.mjs"), program.code);
}

/** A visitor who waits, sees it, and goes in once the operator resumes. */
async function waitInLine({ browser, directory, page }: Newcomer): Promise<void> {
  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.goto(SITE);
  await visitor
    .locator("#number")
    .getByText("1", { exact: true })
    .waitFor({ timeout: PATIENCE_MS });
  if (new URL(visitor.url()).origin !== "http://127.0.0.1:3001")
    throw new ExpectedFailure(`The visitor waits at ${visitor.url()}.`);
  await visitor.screenshot({ path: join(directory, "waiting.png") });
  await page.getByRole("button", { name: "Resume", exact: true }).click();
  await visitor.getByText("You are in.").waitFor({ timeout: PATIENCE_MS });
  if (visitor.url() !== SITE) throw new ExpectedFailure(`The visitor came to ${visitor.url()}.`);
}

/** The checklist says that all is done. */
async function readChecklist({ page }: Newcomer): Promise<void> {
  await page.goto("http://localhost:3000/overview");
  await page.getByText("Setup complete").waitFor({ timeout: PATIENCE_MS });
}

async function follow(
  machine: Machine,
  directory: string,
  say: (line: string) => void,
): Promise<Pick<FirstHour, "steps" | "failure">> {
  const guide = readGuide(readFileSync(projectPath(README), "utf8"));
  const steps = guide.filter(({ section }) => section === SECTION);
  let done = 0;
  const count = async (work: Promise<unknown>): Promise<void> => {
    await work;
    done += 1;
  };
  let browser: Browser | null = null;
  let page: Page | null = null;
  try {
    await count(prepare(machine, say));
    const greeting = await startAll(machine, say);
    await count(openPrinted(machine, greeting));
    browser = await startBrowser(machine, directory, null);
    page = await browser.newPage();
    const newcomer = { machine, directory, values: makeOwnValues(), say, browser, page };
    await count(openMailedLink(newcomer));
    saveSite(machine);
    for (const step of steps) await count(take(newcomer, step));
    say("A visitor opens the site");
    await count(waitInLine(newcomer));
    await count(readChecklist(newcomer));
    return { steps: done, failure: null };
  } catch (error) {
    await page?.screenshot({ path: join(directory, "console.png") }).catch(() => undefined);
    const { output } = await machine.run(
      "journalctl --no-pager --output=cat --lines=40 --unit=demo --unit=site || true",
    );
    const why = error instanceof Error ? error.message : String(error);
    return { steps: done, failure: `${why}\n\n${output.trim()}` };
  } finally {
    await browser?.close();
  }
}

/**
 * Follows the five steps of the README on a bare Debian, as somebody who has just cloned the project, up to a visitor who
 * has waited. What cannot be followed is told with its sentence.
 */
export async function followReadme(
  directory: string,
  say: (line: string) => void,
): Promise<FirstHour> {
  const startedMs = performance.now();
  const supervisor = new Supervisor(join(directory, "logs"));
  try {
    const machine = await startMachine({ directory, supervisor, say });
    const { steps, failure } = await follow(machine, directory, say);
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    return { steps, failed: failure === null ? 0 : 1, seconds, failure };
  } finally {
    await supervisor.close();
  }
}

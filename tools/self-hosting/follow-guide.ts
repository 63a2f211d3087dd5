import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Browser, Page } from "playwright";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { packConnectors } from "../connector-package/pack-package";
import { packServer } from "../server-package/pack-package";
import { projectPath } from "../stack/paths";
import { Supervisor } from "../stack/processes";
import { type CommandStep, cannotFollow, type GuideStep, readGuide } from "./guide";
import { ADDRESS, type Ended, type Machine, startMachine } from "./machine";
import {
  followList,
  makeOwnValues,
  type OwnValues,
  replaceOwnValues,
  startBrowser,
} from "./operator";
import {
  needsRegistries,
  REPLACEMENTS,
  replaceInCommands,
  SURROUNDINGS,
  unusedReplacements,
  whyNotRun,
} from "./replacements";
import { type Visit, visitSite } from "./visitor";

const GUIDE = "docs/self-hosting.md";
/** What the machine writes when Caddy has made its own authority. */
const AUTHORITY = "var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt";

/** How following the guide went. */
export interface GuideReport {
  readonly steps: number;
  readonly failed: number;
  readonly seconds: number;
  readonly visitor: Visit | null;
  /** What a reader would do or have otherwise. */
  readonly replaced: readonly string[];
  /** The first step that did not work, and what it said. */
  readonly failure: string | null;
}

interface Following {
  readonly machine: Machine;
  readonly directory: string;
  readonly values: OwnValues;
  readonly say: (line: string) => void;
  browser: Browser | null;
  page: Page | null;
}

async function must(ended: Promise<Ended>, what: string): Promise<string> {
  const { code, output } = await ended;
  if (code === 0) return output;
  throw new ExpectedFailure(`${what} ended with ${code}:\n${output.trim()}`);
}

/** The two packages, made as the guide says, in the home folder of the machine's root. */
async function copyPackages({ machine, directory, say }: Following): Promise<void> {
  const home = join(machine.root, "root");
  const server = await packServer(say);
  copyFileSync(server, join(home, basename(server)));
  // The guide's upgrade: nobody can install what does not exist yet.
  copyFileSync(server, join(home, "stanchion-0.2.0.tgz"));
  say("Packing the connectors");
  const connectors = await packConnectors(directory);
  copyFileSync(connectors, join(home, basename(connectors)));
}

/** The mail server and the site, which are not part of the guide. */
async function startStandIns({ machine }: Following): Promise<void> {
  const folder = join(machine.root, "srv/stand-ins");
  mkdirSync(folder, { recursive: true });
  const from = projectPath("tools", "self-hosting", "stand-ins");
  for (const name of readdirSync(from)) copyFileSync(join(from, name), join(folder, name));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const run = "systemd-run --quiet --collect --working-directory=/srv/stand-ins";
  await must(machine.run(`${run} node mail-server.js; ${run} node site.js`), "A stand-in");
}

/** Certificates of Caddy's own authority. */
async function setOwnAuthority({ machine }: Following): Promise<void> {
  const edit =
    "sed -i '0,/^{$/s//{\\n\\tlocal_certs\\n\\tskip_install_trust/' /etc/caddy/Caddyfile";
  await must(machine.run(`${edit}; grep -q local_certs /etc/caddy/Caddyfile`), "Its own authority");
}

/** As a machine in the world trusts authorities on the internet. */
async function trustOwnAuthority({ machine }: Following): Promise<void> {
  const wait = `for try in $(seq 100); do [ -s /${AUTHORITY} ] && break; sleep 0.2; done`;
  const copy = `install -m 644 /${AUTHORITY} /usr/local/share/ca-certificates/own.crt`;
  await must(machine.run(`${wait}; ${copy}; update-ca-certificates`), "Trusting the authority");
}

async function runBlock(following: Following, step: CommandStep): Promise<void> {
  const { machine, values, say } = following;
  const firstLine = step.text.split("\n")[0] ?? "";
  say(`${step.section}: ${firstLine}`);
  const script = replaceOwnValues(replaceInCommands(step.text), values);
  const ended = machine.run(script, { withRegistries: needsRegistries(step) });
  const output = await must(ended, "It").catch((error: unknown) => {
    throw cannotFollow(GUIDE, step, error);
  });
  if (/stanchion (check|admin|migrate|keys)/.test(script)) say(output.trim());
  // What has to be done in between on a machine without the world around it.
  if (script.includes("apt-get install")) await startStandIns(following);
  if (/cp .*\/Caddyfile /.test(script)) await setOwnAuthority(following);
  if (script.startsWith("systemctl reload caddy")) await trustOwnAuthority(following);
}

/** The page of the operator, opened by the link in the last e-mail. */
async function openConsole(following: Following): Promise<Page> {
  if (following.page !== null) return following.page;
  const { machine, directory } = following;
  const authority = join(directory, "authority.crt");
  copyFileSync(join(machine.root, AUTHORITY), authority);
  const browser = await startBrowser(machine, directory, authority);
  following.browser = browser;
  const page = await browser.newPage();
  following.page = page;
  await page.goto(readFileSync(join(machine.root, "srv/stand-ins/last-link"), "utf8"));
  return page;
}

async function take(following: Following, step: GuideStep): Promise<void> {
  if (step.kind === "commands") return runBlock(following, step);
  const labels = step.actions.flatMap((action) => ("label" in action ? [action.label] : []));
  following.say(`${step.section}: ${labels.join(", ")}`);
  const page = await openConsole(following);
  const list = { document: GUIDE, actions: step.actions };
  await followList(page, list, following.values).catch(async (error: unknown) => {
    await page.screenshot({ path: join(following.directory, "console.png") });
    throw error;
  });
}

/** Rules reach a connector a moment after they were published. */
async function waitForConnector({ machine }: Following): Promise<void> {
  const ask = "curl -s -o /dev/null -w '%{http_code}' https://shop.example.com/tickets";
  const wait = `for try in $(seq 300); do [ "$(${ask})" = 302 ] && exit 0; sleep 0.2; done; ${ask}; exit 1`;
  await must(machine.run(wait), "The connector");
}

/** Ports that only the proxy of the machine may reach. */
const INSIDE = [3000, 3002, 3101, 3102, 5432, 6379, 8080];

/** Nobody outside reaches what stands behind the proxy, where they could claim to be anybody. */
async function checkClosed({ machine }: Following): Promise<void> {
  const ask = (port: number) => `timeout 5 bash -c '</dev/tcp/${ADDRESS}/${port}' 2>/dev/null`;
  const asks = INSIDE.map((port) => `if ${ask(port)}; then echo ${port}; fi`);
  const open = await must(machine.run(asks.join("\n")), "Looking at the ports");
  if (open.trim() !== "")
    throw new ExpectedFailure(`Open to everybody: ${open.trim().split("\n").join(", ")}`);
  // The same question does find what is open.
  await must(machine.run(ask(443)), "The port of the proxy");
}

function describeReplaced(steps: readonly GuideStep[]): string[] {
  const notRun = steps.flatMap((step) => {
    if (step.kind !== "commands" || step.place === "") return [];
    const why = whyNotRun(step.text);
    if (why === null) throw new ExpectedFailure(`Neither run nor declared:\n${step.text}`);
    return [`${step.text.trim().replaceAll("\n", "; ")}: ${why}`];
  });
  const changed = REPLACEMENTS.map(({ from, to, why }) => `${from} → ${to}: ${why}`);
  return [...notRun, ...changed, ...SURROUNDINGS];
}

function failureOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function followSteps(
  following: Following,
  steps: readonly GuideStep[],
): Promise<Pick<GuideReport, "steps" | "visitor" | "failure">> {
  let done = 0;
  try {
    await copyPackages(following);
    for (const step of steps) {
      await take(following, step);
      done += 1;
    }
    await waitForConnector(following);
    await checkClosed(following);
    if (following.browser === null) throw new ExpectedFailure("Nothing was pressed.");
    following.say("A visitor opens the site");
    const visitor = await visitSite(following.browser);
    return { steps: done + 2, visitor, failure: null };
  } catch (error) {
    const { output } = await following.machine.run(
      "journalctl --no-pager --output=short-iso --lines=60 --unit='stanchion*' --unit=caddy || true",
    );
    return { steps: done, visitor: null, failure: `${failureOf(error)}\n\n${output.trim()}` };
  } finally {
    await following.browser?.close();
  }
}

/**
 * Follows docs/self-hosting.md on a bare Debian with only the built packages, up to a visitor who came in through the line
 * over TLS. What a reader does otherwise is in `replaced`; a block that is neither run nor declared there is a failure.
 */
export async function followGuide(
  directory: string,
  say: (line: string) => void,
): Promise<GuideReport> {
  const startedMs = performance.now();
  const steps = readGuide(readFileSync(projectPath(GUIDE), "utf8"));
  const replaced = describeReplaced(steps);
  const texts = steps.flatMap((step) => (step.kind === "commands" ? [step.text] : []));
  const unused = unusedReplacements(texts);
  if (unused.length > 0)
    throw new ExpectedFailure(`The guide has no "${unused.join('", "')}" to replace.`);
  const supervisor = new Supervisor(join(directory, "logs"));
  try {
    const machine = await startMachine({ directory, supervisor, say });
    const values = makeOwnValues();
    const following = { machine, directory, values, say, browser: null, page: null };
    const here = steps.filter((step) => step.kind === "clicks" || step.place === "");
    const { failure, ...result } = await followSteps(following, here);
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    return { ...result, failed: failure === null ? 0 : 1, seconds, replaced, failure };
  } finally {
    await supervisor.close();
  }
}

import { copyFileSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Browser, Page } from "playwright";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { packConnectors } from "../connector-package/pack-package";
import { packServer } from "../server-package/pack-package";
import { projectPath } from "../stack/paths";
import { say } from "../stack/run-command";
import { count, type Follower, takeStep } from "./follow-document";
import {
  type GuideStep,
  REPLACEMENTS,
  readGuide,
  replaceInCommands,
  SURROUNDINGS,
  unusedReplacements,
  whyNotRun,
} from "./guide";
import { ADDRESS } from "./machine";
import { startBrowser } from "./operator";

/** What the machine writes when Caddy has made its own authority. */
const AUTHORITY = "var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt";
const SITE = "https://shop.example.com/tickets";
const ROOM = "https://room.example.com/";
/** Ports that only the proxy of the machine may reach. */
const INSIDE = [3000, 3002, 3101, 3102, 5432, 6379, 8080];

/** The two packages, made as the guide says, in the home folder of the machine's root. */
async function copyPackages({ machine, directory }: Follower): Promise<void> {
  const home = join(machine.root, "root");
  const server = await packServer();
  copyFileSync(server, join(home, basename(server)));
  // The guide's upgrade: nobody can install what does not exist yet.
  copyFileSync(server, join(home, "stanchion-0.2.0.tgz"));
  say("Packing the connectors");
  const connectors = await packConnectors(directory);
  copyFileSync(connectors, join(home, basename(connectors)));
}

/** The mail server and the site, which are not part of the guide. */
function startStandIns({ supervisor, machine, directory }: Follower): void {
  const program = projectPath("tools/self-hosting/stand-ins.ts");
  const node = [process.execPath, "--import", "tsx", program, directory];
  const [command = "", ...args] = [...machine.network, ...node];
  supervisor.run({ name: "stand-ins", command, args, env: process.env, tier: 1 });
}

const SET_OWN_AUTHORITY = String.raw`sed -i '0,/^{$/s//{\n\tlocal_certs\n\tskip_install_trust/' /etc/caddy/Caddyfile
grep -q local_certs /etc/caddy/Caddyfile`;

/** As a machine in the world trusts authorities on the internet. */
const TRUST_OWN_AUTHORITY = `for try in $(seq 100); do [ -s /${AUTHORITY} ] && break; sleep 0.2; done
install -m 644 /${AUTHORITY} /usr/local/share/ca-certificates/own.crt
update-ca-certificates`;

/** The page of the operator, opened by the link in the last e-mail. */
async function openConsole({ machine, directory }: Follower): Promise<Page> {
  const authority = join(directory, "authority.crt");
  copyFileSync(join(machine.root, AUTHORITY), authority);
  const browser = await startBrowser(machine, directory, authority);
  const page = await browser.newPage();
  await page.goto(readFileSync(join(directory, "last-link"), "utf8"));
  return page;
}

async function take(follower: Follower, step: GuideStep): Promise<void> {
  const { machine } = follower;
  if (step.kind === "clicks") {
    follower.page ??= await openConsole(follower);
    await takeStep(follower, step);
    return;
  }
  const withRegistries = /\b(apt-get|npm install)\b/.test(step.text);
  const output = await takeStep(follower, step, { change: replaceInCommands, withRegistries });
  if (/stanchion (check|admin|migrate|keys)/.test(step.text)) say(output.trim());
  // What has to be done in between on a machine without the world around it.
  if (/cp .*\/Caddyfile /.test(step.text)) await machine.run(SET_OWN_AUTHORITY);
  if (step.text.startsWith("systemctl reload caddy")) await machine.run(TRUST_OWN_AUTHORITY);
}

/** Rules reach a connector a moment after they were published. */
async function waitForConnector({ machine }: Follower): Promise<void> {
  const ask = `curl -s -o /dev/null -w '%{http_code}' ${SITE}`;
  await machine.run(
    `for try in $(seq 300); do [ "$(${ask})" = 302 ] && exit 0; sleep 0.2; done; ${ask}; exit 1`,
  );
}

/** Nobody outside reaches what stands behind the proxy, where they could claim to be anybody. */
async function checkClosed({ machine }: Follower): Promise<void> {
  const ask = (port: number) => `timeout 5 bash -c '</dev/tcp/${ADDRESS}/${port}' 2>/dev/null`;
  const asks = INSIDE.map((port) => `if ${ask(port)}; then echo ${port}; fi`);
  const open = (await machine.run(asks.join("\n"))).trim().split("\n").join(", ");
  if (open !== "") throw new ExpectedFailure(`Open to everybody: ${open}`);
  // The same question does find what is open.
  await machine.run(ask(443));
}

/** Throws unless a new visitor went through the line, over TLS that the browser has checked, and has a session. */
async function visitSite(browser: Browser) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const way: string[] = [];
  page.on("response", (response) => {
    if (!response.request().isNavigationRequest()) return;
    const { origin, pathname } = new URL(response.url());
    way.push(`${response.status()} ${origin}${pathname}`);
  });
  const answer = await page.goto(SITE);
  await page.getByRole("heading", { name: "You are in" }).waitFor({ timeout: 120_000 });
  const read = `${await page.locator("h1").textContent()} ${await page.locator("p").textContent()}`;
  const issuer = (await answer?.securityDetails())?.issuer ?? "";
  const cookies = (await context.cookies(SITE)).map(({ name }) => name);
  if (!way.some((one) => one.includes(ROOM)) || !cookies.some((name) => /queue/i.test(name)))
    throw new ExpectedFailure(`The visitor came in past the line: ${way.join(", ")}`);
  if (!issuer.includes("Caddy")) throw new ExpectedFailure(`The certificate is of "${issuer}".`);
  return { way, read };
}

function describeReplaced(steps: readonly GuideStep[]): string[] {
  const blocks = steps.flatMap((step) => (step.kind === "commands" ? [step] : []));
  const unused = unusedReplacements(blocks.map(({ text }) => text));
  if (unused.length > 0)
    throw new ExpectedFailure(`The guide has no "${unused.join('", "')}" to replace.`);
  const elsewhere = blocks.filter(({ place }) => place !== "");
  const notRun = elsewhere.map(({ text }) => {
    const why = whyNotRun(text);
    if (why === null) throw new ExpectedFailure(`Neither run nor declared:\n${text}`);
    return `${text.trim().replaceAll("\n", "; ")}: ${why}`;
  });
  const changed = REPLACEMENTS.filter(({ instead }) => instead !== null);
  const told = changed.map(({ text, instead, why }) => `${text} → ${instead}: ${why}`);
  return [...notRun, ...told, ...SURROUNDINGS];
}

/** Follows docs/self-hosting.md with only the built packages; a block that is neither run nor declared is a failure. */
export async function followGuide(follower: Follower): Promise<void> {
  const steps = readGuide(readFileSync(projectPath(follower.document), "utf8"));
  const replaced = describeReplaced(steps);
  Object.assign(follower.report, { replaced, visitor: null });
  for (const line of replaced) console.log(`replaced  ${line}`);
  startStandIns(follower);
  await copyPackages(follower);
  for (const step of steps)
    if (step.kind === "clicks" || step.place === "") await count(follower, take(follower, step));
  await count(follower, waitForConnector(follower));
  await count(follower, checkClosed(follower));
  const browser = follower.page?.context().browser();
  if (!browser) throw new ExpectedFailure("Nothing was pressed.");
  say("A visitor opens the site");
  const visitor = await visitSite(browser);
  for (const line of visitor.way) console.log(`visitor   ${line}`);
  Object.assign(follower.report, { visitor });
}

import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { mintQueueToken } from "@/connectors/src/core";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { packConnectors } from "../connector-package/pack-package";
import { count, type Follower, takeStep } from "../self-hosting/follow-document";
import { cannotFollow, type GuideStep, readGuide } from "../self-hosting/guide";
import { configOf, queueRule, urlPart } from "../shared/integration-config";
import { projectPath } from "../stack/paths";
import { say } from "../stack/run-command";

const SECTION = "nginx in ten minutes";
const SITE = "http://shop.example.com";
const INSIDE = "You are in.";
const SECRET = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef01234567";
const API_KEY = "stn_key";

/** What the run does otherwise than the page says. */
const REPLACED = {
  text: "https://room.example.com/status",
  instead: "http://127.0.0.1:8000/status",
  why: "the reader's own waiting room: a server of the test publishes a rule for /tickets",
} as const;

const RULES = configOf(
  [
    queueRule({
      ...{ Name: "Tickets", EventId: "sale", QueueDomain: "room.example.com" },
      Triggers: [
        { LogicalOperator: "And", TriggerParts: [urlPart("Contains", "PagePath", "/tickets")] },
      ],
    }),
  ],
  "acme",
);

/** The blocks to run on the machine, behind the one that is run in a checkout. */
function stepsOf(document: string): readonly GuideStep[] {
  const steps = readGuide(readFileSync(projectPath(document), "utf8")).filter(
    (step) => step.section === SECTION,
  );
  const [first, ...others] = steps;
  if (first?.kind !== "commands" || !first.text.includes("npm run pack:connectors"))
    throw new ExpectedFailure(`"${SECTION}" does not begin with the checkout.`);
  if (!others.some((step) => step.kind === "commands" && step.text.includes(REPLACED.text)))
    throw new ExpectedFailure(`The page has no "${REPLACED.text}" to replace.`);
  return others;
}

/** What the first block brings to the machine, and what the page asks a reader to have. */
async function prepare({ machine: { root }, directory }: Follower): Promise<void> {
  const home = join(root, "root");
  say("Packing the connectors");
  const packed = await packConnectors(directory);
  copyFileSync(packed, join(home, basename(packed)));
  cpSync(projectPath("deploy/forward-auth"), join(home, "forward-auth"), { recursive: true });
  const pages = { "": "The shop", tickets: INSIDE };
  for (const [folder, text] of Object.entries(pages)) {
    mkdirSync(join(root, "var/www/shop", folder), { recursive: true });
    writeFileSync(join(root, "var/www/shop", folder, "index.html"), text);
  }
  const program = `require("node:http").createServer((request, response) => {
  const isAsked = request.url.endsWith("/acme") && request.headers["api-key"] === "${API_KEY}";
  response.writeHead(isAsked ? 200 : 401).end(${JSON.stringify(JSON.stringify(RULES))});
}).listen(8000, "127.0.0.1");`;
  writeFileSync(join(home, "room.cjs"), program);
}

async function take(follower: Follower, step: GuideStep): Promise<string> {
  const withRegistries = step.kind === "commands" && step.text.includes("apt-get");
  const change = (text: string): string => text.replaceAll(REPLACED.text, REPLACED.instead);
  const said = await takeStep(follower, step, { change, withRegistries });
  if (withRegistries)
    await follower.machine.run("systemd-run --quiet --unit=room node /root/room.cjs");
  if (step.kind === "commands" && step.text.startsWith("curl ")) {
    const isSent =
      /^HTTP\S+ 302/m.test(said) && /^location: https:\/\/room\.example\.com\/\?/im.test(said);
    if (!isSent) throw cannotFollow(follower.document, step, said);
  }
  return said;
}

/** A visitor whose turn has come: they get a session, lose the token from the address, and see the page. */
async function visitSite({ machine }: Follower): Promise<void> {
  const token = mintQueueToken(
    {
      ...{
        eventId: "sale",
        queueId: "3f1c9c7e-5d2a-4b1e-9f60-0a1b2c3d4e5f",
        redirectType: "queue",
      },
      ...{ expiresUnixSeconds: Math.floor(Date.now() / 1000) + 120, extendableCookie: true },
    },
    SECRET,
  );
  const curl = "curl --silent --show-error --location --cookie jar --cookie-jar jar";
  const written = "--write-out '%{http_code} %{url_effective}'";
  const inside = await machine.run(`${curl} ${written} '${SITE}/tickets/?queueittoken=${token}'`);
  if (inside.trim() !== `${INSIDE}200 ${SITE}/tickets/`)
    throw new ExpectedFailure(`A visitor whose turn has come got: ${inside}`);
  const free = await machine.run(`curl --silent ${SITE}/`);
  if (free.trim() !== "The shop") throw new ExpectedFailure(`The page of no rule shows: ${free}`);
  const probed = await machine.run(
    `curl --silent --output /dev/null --write-out '%{http_code}' -H 'X-Forwarded-Uri: /' ${SITE}/tickets/`,
  );
  if (probed.trim() !== "302")
    throw new ExpectedFailure(`A visitor came in past the line: ${probed}`);
}

const UNIT = "stanchion-forward-auth";
const ENVIRONMENT = "/etc/stanchion-forward-auth.env";
/** What goes wrong on a machine, by the status that the page's table names for it. */
const CAUSES = {
  500: `systemctl stop ${UNIT}`,
  403: `sed -i s/^STANCHION_PROXY_KEY=.*/STANCHION_PROXY_KEY=the-key-of-another-proxy/ ${ENVIRONMENT}; systemctl restart ${UNIT}`,
  503: `sed -i "s/^STANCHION_PROXY_KEY=.*/STANCHION_PROXY_KEY=$KEY/; s/^STANCHION_API_KEY=.*/STANCHION_API_KEY=wrong/" ${ENVIRONMENT}; rm /var/lib/${UNIT}/rules.json; systemctl restart ${UNIT}`,
} as const;
/** What the journal says of those that the connector hears of. */
const TOLD: Readonly<Record<string, string>> = { 403: "not-from-proxy", 503: "401" };

/** Breaks the site as each row of the page's table says, and looks for its status and in the journal. */
async function showCauses({ machine }: Follower): Promise<void> {
  const key = await machine.run(`sed -n s/^STANCHION_PROXY_KEY=//p ${ENVIRONMENT}`);
  for (const [status, script] of Object.entries(CAUSES)) {
    const ask = `curl --silent --output /dev/null --write-out '%{http_code}' ${SITE}/tickets/`;
    const wait = `for try in $(seq 100); do code=$(${ask}); [ "$code" = ${status} ] && break; sleep 0.1; done; echo "$code"`;
    const said = await machine.run(`KEY=${key.trim()}; ${script}; ${wait}`);
    if (said.trim() !== status) throw new ExpectedFailure(`Not ${status} but ${said}: ${script}`);
    const journal = await machine.run(`journalctl --unit ${UNIT} --output=cat --no-pager`);
    if (!journal.includes(TOLD[status] ?? "")) throw new ExpectedFailure(journal.slice(-4_000));
  }
}

/** Follows the page's part about nginx on a bare Debian, up to a visitor who comes in and one who does not. */
export async function followForwardAuth(follower: Follower): Promise<void> {
  const steps = stepsOf(follower.document);
  console.log(`replaced  ${REPLACED.text} → ${REPLACED.instead}: ${REPLACED.why}`);
  follower.values.set("THE-SECRET", SECRET).set("THE-API-KEY", API_KEY);
  await count(follower, prepare(follower));
  for (const step of steps) await count(follower, take(follower, step));
  say("A visitor opens the site");
  await count(follower, visitSite(follower));
  say("What the page says of other statuses");
  await count(follower, showCauses(follower));
}

import { db } from "@/lib/db/client";
import type { EventRef } from "@/lib/line/keys";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { newId } from "@/lib/platform/ids";
import { workerContext } from "@/lib/services/ground/context";
import { setCaptchaKeys } from "@/lib/services/sites/captcha-keys/set";
import { createSecret } from "@/lib/services/sites/secret/create";
import { startSolvers } from "../../crowd/solvers";
import { serve } from "../../shared/serve";
import { projectPath } from "../../stack/paths";
import { findFreePorts } from "../../stack/ports";
import { Supervisor } from "../../stack/processes";
import { answersOk } from "../../stack/services";
import { temporaryDirectory } from "../../stack/temporary-directory";
import { type Cluster, openEvent, type Scenario, startCluster, untilStarted } from "../cluster";
import { ATTACK_NAMES, isAttackName } from "./attacks";
import { type AttackFigures, attackFigures, runAttack } from "./run-attack";

/** Two processes, so that limits hold only if they are shared. */
const ROOMS = 2;
/** Honest visitors have processors of their own; here they share the machine's. */
const SOLVERS = 2;
/** As long as what a join is answered that gets no place. */
const ANSWER_BYTES = 200;
const OTHERS = { eventId: "othersale", outflowPerMinute: 600, queueAll: true } as const;
const VENDORS_KEYS = {
  provider: "turnstile",
  siteKey: "1x00000000000000000000AA",
  secret: "1x0000000000000000000000000000000AA",
} as const;

export const runAbuse: Scenario = async ({ say, attack: only }) => {
  const wanted = only?.split(",") ?? ATTACK_NAMES;
  const names = ATTACK_NAMES.filter((name) => wanted.includes(name));
  if (!wanted.every(isAttackName)) {
    throw new ExpectedFailure(`--attack wants some of: ${ATTACK_NAMES.join(", ")}.`);
  }
  const vendor = await startAwayVendor();
  process.env["CAPTCHA_ORIGINS"] = `turnstile=http://127.0.0.1:${vendor.port}`;
  const cluster = await startCluster({ rooms: ROOMS, workers: 1, say });
  const supervisor = new Supervisor(await temporaryDirectory("stanchion-bare-"));
  const bare = await startBareServers(supervisor);
  const solvers = startSolvers(SOLVERS);
  // The customer whose events are attacked has keys of the CAPTCHA vendor that is away.
  await setCaptchaKeys(cluster.events.context, VENDORS_KEYS);
  const others = await openOthersEvent(cluster);
  const stage = { cluster, bare, solvers, others, say, spentBefore: [] };
  const attacks: Record<string, AttackFigures> = {};
  for (const name of names) {
    const compared = await runAttack(stage, name, "bare");
    const beside = await runAttack(stage, name, "beside");
    attacks[name] = attackFigures(beside, compared);
    say(`${name}: ${JSON.stringify(attacks[name])}`);
  }
  await solvers.close();
  await supervisor.close();
  await vendor.close();
  await cluster.close();
  return { attacks };
};

/** A vendor of CAPTCHAs that is away: every second question gets an error, and the others no answer at all. */
function startAwayVendor() {
  let questions = 0;
  return serve((_request, response) => {
    questions += 1;
    if (questions % 2 === 0) return;
    response.writeHead(500, { "content-type": "text/plain" });
    response.end("Internal Server Error");
  });
}

export type BareServer = { readonly port: number; readonly processId: number };

/** As many processes of Node's own server as there are waiting rooms, which answer the same to everything. */
async function startBareServers(supervisor: Supervisor): Promise<BareServer[]> {
  const servers: BareServer[] = [];
  for (let index = 0; index < ROOMS; index += 1) {
    const { waitingRoom: port } = await findFreePorts();
    const args = [projectPath("tools/bench/harness/bare-server.js"), `${ANSWER_BYTES}`, `${port}`];
    const name = `bare-${index}`;
    supervisor.run({ name, command: process.execPath, args, env: {}, tier: 2 });
    await supervisor.waitUntilReady(name, () => answersOk(port, "/"));
    servers.push({ port, processId: supervisor.processId(name) ?? 0 });
  }
  return servers;
}

async function openOthersEvent({ redis, stack }: Cluster): Promise<EventRef> {
  const customer = { id: newId("customer"), wireId: "others", name: "Others", timeZone: "UTC" };
  await db().customer.create({ data: customer });
  const context = workerContext(customer, "chaos");
  await createSecret(context);
  await openEvent(context, stack, OTHERS);
  return untilStarted(redis, { customerId: customer.wireId, eventId: OTHERS.eventId });
}

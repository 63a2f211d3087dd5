import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { startSolvers } from "../../crowd/solvers";
import { startCluster } from "../cluster";
import type { Scenario } from "../scenario";
import { type AttackFigures, attackFigures } from "./abuse-figures";
import { ATTACK_NAMES, isAttackName } from "./attacks";
import { startAwayVendor } from "./away-vendor";
import { runAttack } from "./run-attack";
import { startBareServers } from "./start-bare-servers";

/** Two processes, so that limits hold only if they are shared. */
const ROOMS = 2;
/** Honest visitors have processors of their own; here they share the machine's. */
const SOLVERS = 2;

/** Attackers beside honest visitors, each attack in turn, compared with the same requests to a bare server. */
export const runAbuse: Scenario = async ({ say, attack: only }) => {
  const wanted = only?.split(",") ?? ATTACK_NAMES;
  const names = ATTACK_NAMES.filter((name) => wanted.includes(name));
  if (!wanted.every(isAttackName)) {
    throw new ExpectedFailure(`--attack wants some of: ${ATTACK_NAMES.join(", ")}.`);
  }
  const vendor = await startAwayVendor();
  process.env["CAPTCHA_ORIGINS"] = `turnstile=${vendor.origin}`;
  const cluster = await startCluster({ rooms: ROOMS, workers: 1, say });
  const bare = await startBareServers(ROOMS);
  const solvers = startSolvers(SOLVERS);
  // Loaded only now: the database client that they need is generated while the cluster starts.
  const { giveVendorsKeys, openOthersEvent } = await import("./others");
  await giveVendorsKeys(cluster);
  const others = await openOthersEvent(cluster);
  const stage = { cluster, bare, solvers, others, say, spentBefore: [] };
  const attacks: Record<string, AttackFigures> = {};
  for (const name of names) {
    const compared = await runAttack(stage, name, { isBare: true });
    const beside = await runAttack(stage, name, { isBare: false });
    attacks[name] = attackFigures(beside, compared);
    say(`${name}: ${JSON.stringify(attacks[name])}`);
  }
  await solvers.close();
  await bare.close();
  await vendor.close();
  await cluster.close();
  return { attacks };
};

import { randomBytes } from "node:crypto";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { parseMasterKey, sealedWith, unseal } from "@/lib/secrets/seal";
import { rotateKeys } from "@/lib/services/installation/keys/rotate";
import { SEALED_ROWS } from "@/lib/services/installation/keys/sealed-rows";
import { readCredentials } from "@/tools/demo/credentials";
import { ask } from "../../shared/ask";
import { type AttackResult, attacksOn, type Target } from "../attack";
import { becomeCustomer, openOwnEvent } from "../attacker";
import { honestVisitor } from "../honest";

/** Acts with other master keys, as a program does that was started with them. */
async function withKeys<Result>(
  keys: { readonly current: string; readonly former: string },
  act: () => Promise<Result>,
): Promise<Result> {
  const { MASTER_KEY, PREVIOUS_MASTER_KEYS = "" } = process.env;
  Object.assign(process.env, {
    MASTER_KEY: keys.current,
    PREVIOUS_MASTER_KEYS: keys.former,
  });
  try {
    return await act();
  } finally {
    Object.assign(process.env, { MASTER_KEY, PREVIOUS_MASTER_KEYS });
  }
}

/** Who has a former key and a copy of the database from after the rotation opens nothing with it. */
async function openWithLeakedKey(target: Target): Promise<AttackResult> {
  const context = await becomeCustomer(target);
  const current = process.env["MASTER_KEY"] ?? "";
  const leaked = randomBytes(32).toString("base64url");
  await withKeys({ current: leaked, former: current }, () => openOwnEvent(context));
  const sealedBefore = await countOpened(leaked);
  if (sealedBefore === 0) throw new Error("Nothing was sealed with the key that leaked.");
  await withKeys({ current, former: leaked }, rotateKeys);
  const opened = await countOpened(leaked);
  const unknown = await countUnknown();
  const seen = `Of ${sealedBefore} rows the leaked key still opens ${opened}; ${unknown} were lost.`;
  return { succeeded: opened + unknown > 0, seen };
}

async function countOpened(key: string): Promise<number> {
  const masters = [parseMasterKey(key)];
  const rows = (await Promise.all(SEALED_ROWS.map(({ read }) => read()))).flat();
  return rows.filter(({ sealed, context }) => {
    try {
      return unseal(masters, context, sealed) !== "";
    } catch {
      return false;
    }
  }).length;
}

async function countUnknown(): Promise<number> {
  const masters = masterKeysFromEnvironment();
  const rows = (await Promise.all(SEALED_ROWS.map(({ read }) => read()))).flat();
  return rows.filter(({ sealed }) => sealedWith(masters, sealed) === "unknown").length;
}

/** The key of a site's connector lies on many machines; it must not be able to close the sale. */
async function manageWithConnectorsKey(target: Target): Promise<AttackResult> {
  const demo = await readCredentials(target.env["DATA_DIR"] ?? "");
  if (demo === null) throw new Error("The demo has no credentials.");
  const tell = (what: string, body: unknown) =>
    ask(`${target.waitingRoomUrl}/status/${what}/${demo.customerId}/demosale`, {
      method: "POST",
      headers: { "content-type": "application/json", "api-key": demo.apiKey },
      body: JSON.stringify(body),
    });
  const known = await tell("activity", {});
  if (known.status !== 200) throw new Error(`The connector's key reports with ${known.status}.`);
  const answers = await Promise.all([
    tell("stock", { left: 0 }),
    tell("grants", { slots: 0 }),
    tell("inlet", { inlet: { type: "fixed-rate", perMinute: 0 } }),
  ]);
  const refused = answers.filter(
    ({ status, body }) => status === 403 && body.includes('"scope-missing"'),
  );
  const seen = `Stock, grants and inlet answered ${answers.map(({ status }) => status).join(", ")}.`;
  return { succeeded: refused.length < answers.length, seen };
}

export const KEYS_ATTACKS = attacksOn(honestVisitor, {
  "S13-leaked-former-key": [
    "Somebody opens the rows of today with a master key that was replaced",
    openWithLeakedKey,
  ],
  "S14-scopes": ["The key of a connector sets the stock to 0", manageWithConnectorsKey],
});

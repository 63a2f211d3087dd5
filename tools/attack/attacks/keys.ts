import { randomBytes } from "node:crypto";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { parseMasterKey, sealedWith, unseal } from "@/lib/secrets/seal";
import { rotateKeys } from "@/lib/services/installation/keys/rotate";
import { SEALED_ROWS } from "@/lib/services/installation/keys/sealed-rows";
import { readCredentials } from "@/tools/demo/credentials";
import { ask } from "../../shared/ask";
import { attacksOn, tryEach } from "../attack";
import { becomeCustomer, openJoinableEvent, openOwnEvent } from "../people";

/** Acts with other master keys, as a program does that was started with them. */
async function withKeys(current: string, former: string, act: () => Promise<unknown>) {
  const { MASTER_KEY, PREVIOUS_MASTER_KEYS = "" } = process.env;
  Object.assign(process.env, { MASTER_KEY: current, PREVIOUS_MASTER_KEYS: former });
  try {
    await act();
  } finally {
    Object.assign(process.env, { MASTER_KEY, PREVIOUS_MASTER_KEYS });
  }
}

async function sealedRows() {
  return (await Promise.all(SEALED_ROWS.map(({ read }) => read()))).flat();
}

async function countOpened(key: string): Promise<number> {
  const masters = [parseMasterKey(key)];
  return (await sealedRows()).filter(({ sealed, context }) => {
    try {
      return unseal(masters, context, sealed) !== "";
    } catch {
      return false;
    }
  }).length;
}

export const KEYS_ATTACKS = attacksOn(openJoinableEvent, {
  // With a copy of the database from after the rotation.
  "S13-leaked-former-key: Somebody opens the rows of today with a master key that was replaced":
    async () => {
      const context = await becomeCustomer();
      const current = process.env["MASTER_KEY"] ?? "";
      const leaked = randomBytes(32).toString("base64url");
      await withKeys(leaked, current, () => openOwnEvent(context));
      const before = await countOpened(leaked);
      if (before === 0) throw new Error("Nothing was sealed with the key that leaked.");
      await withKeys(current, leaked, rotateKeys);
      const opened = await countOpened(leaked);
      const masters = masterKeysFromEnvironment();
      const rows = await sealedRows();
      const lost = rows.filter(({ sealed }) => sealedWith(masters, sealed) === "unknown").length;
      const seen = `Of ${before} rows the leaked key still opens ${opened}; ${lost} were lost.`;
      return { succeeded: opened + lost > 0, seen };
    },
  // It lies on many machines, and must not be able to close the sale.
  "S14-scopes: The key of a connector sets the stock to 0": async (target) => {
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
    const told = [
      ["stock", { left: 0 }],
      ["grants", { slots: 0 }],
      ["inlet", { inlet: { type: "fixed-rate", perMinute: 0 } }],
    ] as const;
    return tryEach(told, async ([what, said]) => {
      const { status, body } = await tell(what, said);
      return status !== 403 || !body.includes('"scope-missing"');
    });
  },
});

import webPush from "web-push";
import type { Tx } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import { NO_MEANS, type NoticeMeans } from "@/lib/domain/notice/notice-setting";
import { env } from "@/lib/platform/env";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { PUSH_KEY_CONTEXT } from "@/lib/secrets/notice-link";
import { seal, unseal } from "@/lib/secrets/seal";
import { settingsOf } from "@/lib/services/ground/setting-columns";

/** There is one for the whole installation. */
const PUSH_KEY_ID = "installation";

export type VapidKeys = { readonly publicKey: string; readonly privateKey: string };

/**
 * How the installation can tell visitors of a customer of their turn. The key for push services is made when the first
 * event wants it and stays: browsers that have subscribed know no other.
 */
export async function noticeMeans(
  tx: Tx,
  events: readonly Pick<Event, "settings">[],
): Promise<NoticeMeans> {
  const wanted = events.map((event) => settingsOf(event, "notices").notices);
  if (wanted.every(({ mail, push }) => !mail && !push)) return NO_MEANS;
  return { mail: env.smtpUrl() !== undefined, pushKey: (await pushKeyRow(tx)).publicKey };
}

/** The key pair of the installation, made if there is none. */
export async function vapidKeys(tx: Tx): Promise<VapidKeys> {
  const { publicKey, sealed } = await pushKeyRow(tx);
  return {
    publicKey,
    privateKey: unseal(masterKeysFromEnvironment(), PUSH_KEY_CONTEXT, sealed),
  };
}

async function pushKeyRow(tx: Tx) {
  const where = { id: PUSH_KEY_ID };
  const held = await tx.pushKey.findUnique({ where });
  if (held !== null) return held;
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const [master] = masterKeysFromEnvironment();
  const sealed = seal(master, PUSH_KEY_CONTEXT, privateKey);
  // Somebody else may have made it meanwhile; theirs stays.
  await tx.pushKey.createMany({ data: [{ ...where, publicKey, sealed }], skipDuplicates: true });
  return tx.pushKey.findUniqueOrThrow({ where });
}

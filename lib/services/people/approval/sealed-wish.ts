import { z } from "zod";
import type { Prisma } from "@/lib/db/generated/client";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { seal, unseal } from "@/lib/secrets/seal";

/** What somebody asked for: the verb's input, and the facts on which the wish rests. */
export type Wish = {
  readonly input: Prisma.InputJsonObject;
  /** If one of these is another when the request is approved, it is refused as outdated. */
  readonly seen: Readonly<Record<string, string | number | boolean | null>>;
};

const wishSchema = z.strictObject({
  input: z.record(z.string(), z.json()),
  seen: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

/** Which request a wish is sealed for: it opens in no other row, and for no other verb. */
export type WishOwner = {
  readonly approvalId: string;
  readonly customerWireId: string;
  readonly verb: string;
};

export function approvalSealContext({ approvalId, customerWireId, verb }: WishOwner): string {
  return `approval:${customerWireId}/${approvalId}/${verb}`;
}

export function sealWish(owner: WishOwner, wish: Wish): string {
  const [master] = masterKeysFromEnvironment();
  return seal(master, approvalSealContext(owner), JSON.stringify(wish));
}

/** Opens what was asked for, exactly as it was. Throws when anything of it was altered. */
export function openWish(owner: WishOwner, sealed: string): z.output<typeof wishSchema> {
  const text = unseal(masterKeysFromEnvironment(), approvalSealContext(owner), sealed);
  return wishSchema.parse(JSON.parse(text));
}

/** True when both hold the same, whatever the order of their fields. */
export function isSameWish(one: Wish, other: Wish): boolean {
  return inOrder(one) === inOrder(other);
}

function inOrder(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

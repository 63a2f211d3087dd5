import { createPrivateKey, type KeyObject } from "node:crypto";
import type { PublishedAwsClient } from "@/lib/line/commands/published";
import { openAwsSecrets, publicJwk } from "@/lib/secrets/aws-api";
import { sealedWith } from "@/lib/secrets/seal";
import { addressOf, type Exchange, HttpError } from "@/waiting-room/http/http";
import { findCustomer } from "@/waiting-room/visit/find-customer";
import type { ServerContext } from "@/waiting-room/visit/server-context";

const KEPT = 1_000;

/** The keys of a customer: what signs, and what verifies, the newest first. */
export type AwsKeys = {
  readonly kid: string;
  readonly signing: KeyObject;
  readonly shown: readonly (ReturnType<typeof publicJwk> & {
    readonly shownUntilMs: number | null;
  })[];
};

/** The API of one customer. */
export type AwsApi = {
  readonly customerId: string;
  /** Also the address under which the calls are. */
  readonly issuer: string;
  readonly keys: AwsKeys;
  readonly clients: readonly PublishedAwsClient[];
};

const opened = new Map<string, AwsKeys>();

/** Rejects with 404 where the customer has not turned the API on, and with 503 where this process cannot open its keys. */
export async function findAwsApi(
  context: ServerContext,
  exchange: Exchange,
  customerId: string,
): Promise<AwsApi> {
  const customer = await findCustomer(context, customerId);
  const published = customer?.awsApi ?? null;
  if (published === null) throw new HttpError("not-found");
  const { sealed, clients } = published;
  const keys = opened.get(sealed) ?? openKeys(context, customerId, sealed);
  return { customerId, issuer: addressOf(exchange, `/${customerId}/aws`), keys, clients };
}

function openKeys({ masters }: ServerContext, customerId: string, sealed: string): AwsKeys {
  if (sealedWith(masters, sealed) === "unknown") throw new HttpError("recovering", 5_000);
  const { signing } = openAwsSecrets(masters, customerId, sealed);
  const [first] = signing;
  if (first === undefined) throw new Error("No key signs for the AWS API.");
  const keys = {
    kid: first.kid,
    signing: createPrivateKey({ key: first.jwk, format: "jwk" }),
    shown: signing.map((key) => ({ ...publicJwk(key), shownUntilMs: key.shownUntilMs })),
  };
  if (opened.size >= KEPT) opened.clear();
  opened.set(sealed, keys);
  return keys;
}

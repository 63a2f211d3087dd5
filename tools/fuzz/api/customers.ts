import { pathNames } from "@/lib/api/operation";
import { OPERATIONS } from "@/lib/api/registry";
import { PERMISSIONS } from "@/lib/domain/permissions/roles";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { type Fixture, keyOf, newFixture, prepareExample } from "../../api/fixture";
import type { FuzzRequest } from "./requests";

/** A customer with one of everything, and the ids by which requests may name it. */
export type FuzzedCustomer = {
  readonly fixture: Fixture;
  /** It may be revoked by a request, as any other. */
  key: string;
  /** By the names that paths have for them. */
  readonly ids: Map<string, Set<string>>;
};

/** Of a kind; the newest are dropped first, so that what was made at the beginning is named again and again. */
const IDS_MAX = 40;

/** Whatever examples want. Where two of them stand in each other's way, requests go to what there is. */
export async function newFuzzedCustomer(baseUrl: string): Promise<FuzzedCustomer> {
  const fixture = await newFixture();
  const ids = new Map<string, Set<string>>();
  for (const operation of OPERATIONS) {
    const values = await prepareExample(baseUrl, fixture, operation).catch(() => operation.example);
    for (const name of pathNames(operation.path)) note(ids, name, values[name]);
  }
  return { fixture, key: fixture.key, ids };
}

function note(ids: FuzzedCustomer["ids"], name: string, value: unknown): void {
  if (typeof value !== "string" && typeof value !== "number") return;
  if (`${value}`.startsWith("{")) return;
  const known = ids.get(name) ?? new Set();
  if (known.size < IDS_MAX) known.add(`${value}`);
  ids.set(name, known);
}

/** The names that paths have for things of a collection, by its last part: `rules` → `ruleId`. */
const NAMES: ReadonlyMap<string, string> = new Map(
  OPERATIONS.flatMap(({ path }) =>
    [...path.matchAll(/\/([\w-]+)\/\{(\w+)\}/g)].map(
      ([, of = "", name = ""]) => [of, name] as const,
    ),
  ),
);

/** Remembers the ids of what an answer has. */
export function noteIds({ ids }: FuzzedCustomer, path: string, json: unknown): void {
  const name = NAMES.get(path.split("/").at(-1) ?? "");
  if (name === undefined) return;
  const { items } = Object(json);
  for (const item of Array.isArray(items) ? items : [json]) {
    const { [name]: named, id } = Object(item);
    note(ids, name, named ?? id);
  }
}

/** The address of a request with ids where it has names. */
export function addressFor({ ids }: FuzzedCustomer, { address, pick }: FuzzRequest): string {
  return address.replace(/\{(\w+)\}/g, (_, name: string) => {
    const known = [...(ids.get(name) ?? [])];
    return encodeURIComponent(known[pick % known.length] ?? "none");
  });
}

/** Another key, where the last one was revoked. */
export async function renewKey(customer: FuzzedCustomer): Promise<void> {
  const { context } = customer.fixture;
  customer.key = await keyOf({ context, keys: new Map() }, PERMISSIONS);
}

/** Nobody but the limit itself is to be tried by it: what was counted of these is forgotten. */
export async function forgetCounts(customers: readonly FuzzedCustomer[]): Promise<void> {
  await readFromLine(async (redis) => {
    for (const { fixture } of customers) {
      const keys = await redis.keys(`wr:{${fixture.context.customer.wireId}}:api-requests:*`);
      if (keys.length > 0) await redis.del(keys);
    }
  });
}

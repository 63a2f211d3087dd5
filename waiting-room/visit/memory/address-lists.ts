import {
  type AddressList,
  contains,
  openAddressList,
} from "@/lib/domain/address-list/address-list";
import {
  type PublishedListRef,
  readPublishedList,
} from "@/lib/line/commands/published-address-lists";
import type { Redis } from "@/lib/line/redis-client";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { BoundedMemory } from "./bounded-memory";
import type { CustomerMemory } from "./customer-memory";

/** What one process keeps of all customers' lists together. */
const LIST_BYTES = 64 * 1_024 * 1_024;

/**
 * Address lists of customers, read from Redis when a request first needs them and kept up to a bound, by the hash of
 * their bytes: a list that many customers have is held once.
 */
export class AddressListMemory {
  private readonly redis: Redis;
  private readonly customers: Pick<CustomerMemory, "find">;
  private readonly lists = new BoundedMemory<AddressList>(LIST_BYTES);
  private readonly loading = new Map<string, Promise<AddressList | null>>();

  constructor(redis: Redis, customers: Pick<CustomerMemory, "find">) {
    this.redis = redis;
    this.customers = customers;
  }

  /** A list of the customer; null for a key of none. Rejects when Redis does not answer. */
  async find(customerId: string, key: string): Promise<AddressList | null> {
    const customer = await this.customers.find(customerId);
    const { addressLists = {} } = customer ?? {};
    const ref = Object.hasOwn(addressLists, key) ? addressLists[key] : undefined;
    if (ref === undefined) return null;
    const held = this.lists.get(ref.hash);
    return held ?? this.once(customerId, ref);
  }

  /** Of many who ask at the same moment one asks Redis. */
  private once(customerId: string, ref: PublishedListRef): Promise<AddressList | null> {
    const name = `${customerId} ${ref.hash}`;
    const underWay = this.loading.get(name);
    if (underWay !== undefined) return underWay;
    const loading = this.load(customerId, ref).finally(() => this.loading.delete(name));
    this.loading.set(name, loading);
    return loading;
  }

  private async load(customerId: string, ref: PublishedListRef): Promise<AddressList | null> {
    const bytes = await readPublishedList(this.redis, customerId, ref);
    const list = bytes === null ? null : openAddressList(bytes);
    if (list !== null) this.lists.set(ref.hash, list, ref.bytes);
    return list;
  }
}

/**
 * True when a list of the customer has the address. False where it has no list of this key, and where the list cannot
 * be read: a list that is away names nobody.
 */
export async function listHas(
  context: { readonly addressLists: Pick<AddressListMemory, "find"> } & Pick<ServerContext, "log">,
  customerId: string,
  listKey: string,
  address: string,
): Promise<boolean> {
  try {
    const list = await context.addressLists.find(customerId, listKey);
    return list !== null && contains(list, address);
  } catch (error) {
    context.log(error);
    return false;
  }
}

/** True when one of the customer's lists that count in the score has the address. */
export async function isListed(
  context: Pick<ServerContext, "addressLists" | "customers" | "log">,
  customerId: string,
  address: string,
): Promise<boolean> {
  const customer = await context.customers.find(customerId).catch((error: unknown) => {
    context.log(error);
    return null;
  });
  for (const key of customer?.countingLists ?? [])
    if (await listHas(context, customerId, key, address)) return true;
  return false;
}

import { CUSTOMER_HOSTS_KEY } from "../keys";
import type { Redis } from "../redis-client";

/** Customers' own hosts: the wire id of the customer by plain host. */
export type CustomerHosts = ReadonlyMap<string, string>;

/** Replaces what waiting rooms know of customers' own hosts, whole. */
export async function writeCustomerHosts(redis: Redis, hosts: CustomerHosts): Promise<void> {
  const transaction = redis.multi().del(CUSTOMER_HOSTS_KEY);
  if (hosts.size > 0) transaction.hset(CUSTOMER_HOSTS_KEY, Object.fromEntries(hosts));
  await transaction.exec();
}

export async function readCustomerHosts(redis: Redis): Promise<CustomerHosts> {
  return new Map(Object.entries(await redis.hgetall(CUSTOMER_HOSTS_KEY)));
}

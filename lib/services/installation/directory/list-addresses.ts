import { db } from "@/lib/db/client";
import type { Permission, ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { listConnectors } from "@/lib/services/sites/connector/list";

/** Something that has an address in the console. Plain data. */
export type Address = {
  readonly kind:
    | "rule"
    | "theme"
    | "address-list"
    | "member"
    | "api-key"
    | "secret"
    | "connector"
    | "report";
  /** Tells it from all others. */
  readonly id: string;
  readonly name: string;
  /** What else people know it by: an id, an e-mail address, the first characters of a key. */
  readonly detail: string;
  readonly href: string;
};

/** So many of each kind, the newest. */
const EACH_MAX = 200;
const REPORTS_MAX = 50;

/** Everything of the customer that has an address and that the caller may read, as names and addresses alone. */
export async function listAddresses(context: ServiceContext): Promise<readonly Address[]> {
  requirePermission(context, "event:read");
  const mine = async (permission: Permission, read: () => Promise<readonly Address[]>) =>
    context.permissions.has(permission) ? read() : [];
  const lists = await Promise.all([
    mine("rule:read", () => rules(context)),
    mine("theme:read", () => themes(context)),
    mine("address-list:read", () => addressLists(context)),
    mine("member:read", () => members(context)),
    mine("api-key:read", () => apiKeys(context)),
    mine("secret:read", () => secrets(context)),
    mine("publication:read", () => connectors(context)),
    mine("report:read", () => reports(context)),
  ]);
  return lists.flat();
}

const NEWEST = { orderBy: { createdAt: "desc" }, take: EACH_MAX } as const;

async function rules({ customer }: ServiceContext): Promise<readonly Address[]> {
  const rows = await db().rule.findMany({
    where: { customerId: customer.id },
    orderBy: { id: "desc" },
    take: EACH_MAX,
    select: { id: true, name: true },
  });
  return rows.map(({ id, name }) => ({
    ...{ kind: "rule", id, name, detail: "", href: `/rules/${id}` },
  }));
}

async function themes({ customer }: ServiceContext): Promise<readonly Address[]> {
  const rows = await db().theme.findMany({
    where: { customerId: customer.id },
    ...NEWEST,
    select: { id: true, name: true, key: true },
  });
  return rows.map(({ id, name, key }) => ({
    ...{ kind: "theme", id, name, detail: key, href: `/themes/${id}` },
  }));
}

async function addressLists({ customer }: ServiceContext): Promise<readonly Address[]> {
  const rows = await db().addressList.findMany({
    where: { customerId: customer.id },
    ...NEWEST,
    select: { id: true, name: true, key: true },
  });
  return rows.map(({ id, name, key }) => ({
    ...{ kind: "address-list", id, name, detail: key, href: `/address-lists/${id}` },
  }));
}

async function members({ customer }: ServiceContext): Promise<readonly Address[]> {
  const rows = await db().membership.findMany({
    where: { customerId: customer.id },
    ...NEWEST,
    select: { id: true, user: { select: { name: true, email: true } } },
  });
  return rows.map(({ id, user }) => ({
    ...{ kind: "member", id, name: user.name, detail: user.email, href: "/members" },
  }));
}

async function apiKeys({ customer }: ServiceContext): Promise<readonly Address[]> {
  const rows = await db().apiKey.findMany({
    where: { customerId: customer.id },
    ...NEWEST,
    select: { id: true, name: true, prefix: true },
  });
  return rows.map(({ id, name, prefix }) => ({
    ...{ kind: "api-key", id, name, detail: prefix, href: "/secrets" },
  }));
}

async function secrets({ customer }: ServiceContext): Promise<readonly Address[]> {
  const rows = await db().secret.findMany({
    where: { customerId: customer.id },
    ...NEWEST,
    select: { id: true, hint: true, event: { select: { name: true } } },
  });
  return rows.map(({ id, hint, event }) => ({
    ...{ kind: "secret", id, name: event?.name ?? "all events", detail: hint, href: "/secrets" },
  }));
}

/** Only Redis knows them; while it is away the rest is found all the same. */
async function connectors(context: ServiceContext): Promise<readonly Address[]> {
  const seen = await listConnectors(context).catch(() => []);
  return seen.slice(0, EACH_MAX).map(({ key, name, runtime, network }) => ({
    ...{ kind: "connector", id: key, name: name === "" ? network : name, href: "/connectors" },
    detail: runtime ?? network,
  }));
}

async function reports({ customer }: ServiceContext): Promise<readonly Address[]> {
  const rows = await db().run.findMany({
    where: { event: { customerId: customer.id, testOf: null, deletingAt: null } },
    orderBy: [{ openedAt: "desc" }, { id: "desc" }],
    take: REPORTS_MAX,
    select: { id: true, number: true, event: { select: { name: true, wireId: true } } },
  });
  return rows.map(({ id, number, event }) => ({
    ...{ kind: "report", id, name: `${event.name}, run ${number}`, detail: event.wireId },
    href: `/reports/${id}`,
  }));
}

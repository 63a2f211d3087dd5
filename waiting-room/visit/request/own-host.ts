import type { ServerContext } from "@/waiting-room/visit/server-context";

/**
 * The server as it is at the host of one customer: there is no other customer. Whatever a path or a query names, nothing
 * of somebody else's is found there.
 */
export function contextOfOwner(context: ServerContext, owner: string): ServerContext {
  const { lines, customers, draws, statusPages, themes } = context;
  const isOwn = (customerId: string) => customerId === owner;
  return {
    ...context,
    lines: {
      known: (event) => (isOwn(event.customerId) ? lines.known(event) : undefined),
      find: async (event) => (isOwn(event.customerId) ? lines.find(event) : null),
    },
    customers: {
      known: (customerId) => (isOwn(customerId) ? customers.known(customerId) : undefined),
      held: (customerId) => (isOwn(customerId) ? customers.held(customerId) : undefined),
      find: async (customerId) => (isOwn(customerId) ? customers.find(customerId) : null),
    },
    statusPages: {
      find: async (customerId) => (isOwn(customerId) ? statusPages.find(customerId) : null),
    },
    draws: { find: async (draw) => (isOwn(draw.customerId) ? draws.find(draw) : null) },
    themes: {
      find: async (customerId, keys) => (isOwn(customerId) ? themes.find(customerId, keys) : null),
      findAsset: async (customerId, hash) =>
        isOwn(customerId) ? themes.findAsset(customerId, hash) : null,
      findTemplate: async (customerId, hash) =>
        isOwn(customerId) ? themes.findTemplate(customerId, hash) : null,
    },
  };
}

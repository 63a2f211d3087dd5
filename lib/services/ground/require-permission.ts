import type { Permission, ServiceContext } from "./context";
import { forbidden } from "./errors";

/** First line of every verb, before parsing and before any query. Throws `forbidden`. */
export function requirePermission(context: ServiceContext, permission: Permission): void {
  if (!context.permissions.has(permission)) {
    throw forbidden(`Your role in ${context.customer.name} does not include ${permission}.`);
  }
}

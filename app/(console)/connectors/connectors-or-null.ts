import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import type { ConnectorView } from "@/lib/services/sites/connector/connector-view";
import { listConnectors } from "@/lib/services/sites/connector/list";
import { type EventReports, listReports } from "@/lib/services/sites/connector/list-reports";

/** Who pulls; null while Redis is away, so that the rest of the page still loads. */
export function connectorsOrNull(
  context: ServiceContext,
): Promise<readonly ConnectorView[] | null> {
  return listConnectors(context).catch(nullWhileAway);
}

/** What connectors report; null while Redis is away. */
export function reportsOrNull(context: ServiceContext): Promise<readonly EventReports[] | null> {
  return listReports(context).catch(nullWhileAway);
}

function nullWhileAway(error: unknown): null {
  if (error instanceof ServiceError && error.code === "unavailable") return null;
  throw error;
}

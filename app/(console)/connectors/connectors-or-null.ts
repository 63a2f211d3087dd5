import type { ConnectorView } from "@/lib/services/connector/connector-view";
import { listConnectors } from "@/lib/services/connector/list";
import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";

/** Who pulls; null while Redis is away, since the rest of a page is still true without it. */
export async function connectorsOrNull(
  context: ServiceContext,
): Promise<readonly ConnectorView[] | null> {
  return listConnectors(context).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === "unavailable") return null;
    throw error;
  });
}

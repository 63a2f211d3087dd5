import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ZoneProvider } from "@/components/shared/zone";
import { Wall } from "@/components/wall/wall";
import { ServiceError } from "@/lib/services/ground/errors";
import { listOverview } from "@/lib/services/operation/live/list-overview";
import { load, requireCaller } from "../(console)/guard";

export const metadata: Metadata = { title: "Wall" };

/** The overview for a screen that nobody touches. */
export default async function WallPage() {
  const { context, listing } = await readWall().catch(toOverview);
  return (
    <ZoneProvider timeZone={context.customer.timeZone}>
      <Wall initial={listing} customer={context.customer.name} />
    </ZoneProvider>
  );
}

async function readWall() {
  const { context } = await requireCaller();
  return { context, ...(await load(listOverview(context, { filter: "active" }))) };
}

/** The console says there what somebody who may not read a customer’s events can do. */
function toOverview(error: unknown): never {
  if (error instanceof ServiceError && error.code === "forbidden") redirect("/overview");
  throw error;
}

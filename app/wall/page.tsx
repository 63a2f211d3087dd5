import type { Metadata } from "next";
import { ZoneProvider } from "@/components/shared/zone";
import { Wall } from "@/components/wall/wall";
import { getOverview } from "@/lib/services/operation/live/overview";
import { requireCaller } from "../(console)/guard";

export const metadata: Metadata = { title: "Wall" };

/** The overview for a screen that nobody touches. */
export default async function WallPage() {
  const { context } = await requireCaller();
  const { overview } = await getOverview(context);
  return (
    <ZoneProvider timeZone={context.customer.timeZone}>
      <Wall initial={overview} customer={context.customer.name} />
    </ZoneProvider>
  );
}

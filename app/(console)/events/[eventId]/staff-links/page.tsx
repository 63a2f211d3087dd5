import type { Metadata } from "next";
import { NoAccess } from "@/components/shared/no-access";
import { StaffLinkPanel } from "@/components/staff-links/staff-link-panel";
import { listStaffLinks } from "@/lib/services/event/staff-link/list";
import { load, requireCaller } from "../../../guard";
import { createStaffLinkAction, revokeStaffLinkAction } from "./actions";

export const metadata: Metadata = { title: "Staff links" };

type StaffLinksPageProps = { params: Promise<{ eventId: string }> };

export default async function StaffLinksPage({ params }: StaffLinksPageProps) {
  const { eventId } = await params;
  const { context, can } = await requireCaller();
  if (!can("staff-link:read")) return <NoAccess permission="staff-link:read" />;
  const links = await load(listStaffLinks(context, { eventId }));
  const nowMs = Date.now();
  return (
    <StaffLinkPanel
      eventId={eventId}
      links={links.map((link) => ({ ...link, isExpired: Date.parse(link.expiresAt) <= nowMs }))}
      canWrite={can("staff-link:write")}
      create={createStaffLinkAction}
      revoke={revokeStaffLinkAction}
    />
  );
}

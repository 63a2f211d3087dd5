import type { Metadata } from "next";
import { AccessCodePanel } from "@/components/access-codes/access-code-panel";
import { NoAccess } from "@/components/shared/no-access";
import { RefreshEvery } from "@/components/shared/refresh-every";
import { listAccessCodes } from "@/lib/services/event/access-code/list";
import { getEvent } from "@/lib/services/event/manage/get";
import { load, requireCaller } from "../../../guard";
import {
  createAccessCodesAction,
  findAccessCodeAction,
  revokeAccessCodeBatchAction,
  revokeAccessCodesAction,
  setAccessCodeWindowAction,
} from "./actions";

export const metadata: Metadata = { title: "Access codes" };

type AccessCodesPageProps = { params: Promise<{ eventId: string }> };

export default async function AccessCodesPage({ params }: AccessCodesPageProps) {
  const { eventId } = await params;
  const { context, can } = await requireCaller();
  if (!can("access-code:read")) return <NoAccess permission="access-code:read" />;
  const event = await load(getEvent(context, { eventId }));
  const batches = await load(listAccessCodes(context, { eventId }));
  return (
    <>
      <RefreshEvery seconds={5} />
      <AccessCodePanel
        eventId={eventId}
        lanes={event.lanes.lanes}
        timeZone={event.timeZone}
        batches={batches}
        canWrite={can("access-code:write")}
        actions={{
          create: createAccessCodesAction,
          setWindow: setAccessCodeWindowAction,
          revoke: revokeAccessCodesAction,
          revokeBatch: revokeAccessCodeBatchAction,
          find: findAccessCodeAction,
        }}
      />
    </>
  );
}

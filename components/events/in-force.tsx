import { CircleCheck, TriangleAlert } from "lucide-react";
import { plural } from "@/components/shared/format";
import { Spinner } from "@/components/ui/spinner";
import type { InForce as Force } from "@/lib/services/operation/live/get-live";

/** Where the last change stands. `sent` holds the version that every waiting-room process must have reached. */
export type ChangeStage =
  | { readonly stage: "idle" }
  | { readonly stage: "saving" }
  | { readonly stage: "sent"; readonly settingsVersion: number };

type InForceProps = { change: ChangeStage; inForce: Force | null };

/** Says how far a change has come: saving, sent, live on all waiting-room processes. */
export function InForce({ change, inForce }: InForceProps) {
  return (
    <p role="status" className="figures flex min-h-5 items-center gap-1.5 text-xs text-muted">
      {describe(change, inForce)}
    </p>
  );
}

function describe(change: ChangeStage, inForce: Force | null) {
  if (change.stage === "saving") return <Busy>Saving…</Busy>;
  if (inForce === null) return change.stage === "sent" ? <Busy>Updating servers</Busy> : null;
  const isThere = change.stage === "idle" || inForce.settingsVersion >= change.settingsVersion;
  if (isThere && inForce.onAllNodes) {
    return (
      <>
        <CircleCheck aria-hidden className="size-3.5 text-success" />
        Live on {inForce.nodes} of {plural(inForce.nodes, "server")}
      </>
    );
  }
  if (isThere && inForce.nodes === 0) {
    return (
      <>
        <TriangleAlert aria-hidden className="size-3.5 text-warning-soft-foreground" />
        Saved, but not live: no waiting-room server is running
      </>
    );
  }
  return <Busy>Updating servers</Busy>;
}

function Busy({ children }: { children: string }) {
  return (
    <>
      <Spinner size="sm" className="size-3.5" />
      {children}
    </>
  );
}

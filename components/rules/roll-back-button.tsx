"use client";

import { History } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DangerDialog } from "@/components/shared/danger-dialog";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { RuleDifference } from "@/lib/domain/integration-config/rule-differences";
import type { Action } from "@/lib/http/action-result";
import type { PublicationView } from "@/lib/services/sites/publication/publication-view";
import type { RollBackInput } from "@/lib/services/sites/publication/schemas";
import { DifferenceList } from "./difference-list";

type RollBackButtonProps = {
  version: number;
  newest: number;
  /** What would change for connectors. */
  differences: readonly RuleDifference[];
  rollBack: Action<RollBackInput, PublicationView>;
};

/** Publishes an earlier version again, after showing what that changes. */
export function RollBackButton({ version, newest, differences, rollBack }: RollBackButtonProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        <History aria-hidden />
        Roll back to this version
      </Button>
      <DangerDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={`Roll back to version ${version}?`}
        confirm={`Publish as version ${newest + 1}`}
        run={() => rollBack({ version, newest })}
        onDone={(published) => {
          toast.success(`Version ${published.version} published, same as version ${version}`);
          router.push(`/rules/versions/${published.version}`);
        }}
      >
        <p>
          Republishes version {version} as version {newest + 1}. Connectors get it with their next
          pull. Your unpublished rules in the console don't change.
        </p>
        {differences.length === 0 ? (
          <p className="mt-2">The rules are identical, so nothing changes for connectors.</p>
        ) : (
          <div className="mt-3 max-h-72 overflow-y-auto rounded-lg border border-border text-foreground">
            <DifferenceList differences={differences} />
          </div>
        )}
      </DangerDialog>
    </>
  );
}

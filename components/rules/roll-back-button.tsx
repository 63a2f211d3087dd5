"use client";

import { History } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DangerDialog } from "@/components/shared/danger-dialog";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { RuleDifference } from "@/lib/domain/integration-config/rule-differences";
import type { Action } from "@/lib/http/action-result";
import type { PublicationView } from "@/lib/services/publication/publication-view";
import type { RollBackInput } from "@/lib/services/publication/schemas";
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
          toast.success(
            `Version ${published.version} is published, the same as version ${version}`,
          );
          router.push(`/rules/versions/${published.version}`);
        }}
      >
        <p>
          Connectors get the rules of version {version} again, as version {newest + 1}, with their
          next pull. The rules in the console stay as they are; there you can discard or mend them.
        </p>
        {differences.length === 0 ? (
          <p className="mt-2">Nothing changes for connectors: the rules are the same.</p>
        ) : (
          <div className="mt-3 max-h-72 overflow-y-auto rounded-lg border border-border text-foreground">
            <DifferenceList differences={differences} />
          </div>
        )}
      </DangerDialog>
    </>
  );
}

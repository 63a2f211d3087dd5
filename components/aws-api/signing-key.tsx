import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/shared/action-form";
import { Dialog } from "@/components/shared/dialog";
import { Moment } from "@/components/shared/moment";
import { SelectField } from "@/components/shared/select-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import type { Action } from "@/lib/http/action-result";
import type { AwsApiView } from "@/lib/services/sites/aws-api/aws-api-view";
import type { RotateAwsKeyInput } from "@/lib/services/sites/aws-api/schemas";
import { KeyRow } from "./key-row";

type Rotate = Action<RotateAwsKeyInput, AwsApiView>;

type SigningKeyProps = {
  awsApi: AwsApiView;
  /** Undefined without the permission. */
  rotate: Rotate | undefined;
};

/** The key that signs tokens, and its rotation. */
export function SigningKey({ awsApi: { keyId, keyMadeAt }, rotate }: SigningKeyProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const label = "Rotate signing key";
  return (
    <KeyRow
      title="Signing key"
      name={keyId}
      actions={
        rotate === undefined ? null : (
          <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
            {label}
          </Button>
        )
      }
    >
      RS256.{" "}
      {keyMadeAt === null ? null : (
        <>
          Created <Moment at={keyMadeAt} />.
        </>
      )}
      {rotate === undefined ? null : (
        <Dialog title={label} isOpen={isOpen} onOpenChange={setOpen} size="sm">
          <RotateForm
            rotate={rotate}
            onDone={() => {
              setOpen(false);
              router.refresh();
            }}
          />
        </Dialog>
      )}
    </KeyRow>
  );
}

const OVERLAPS = [
  { value: "24", label: "24 hours" },
  { value: "168", label: "7 days" },
  { value: "0", label: "Stop now (the key was leaked)" },
];

function RotateForm({ rotate, onDone }: { rotate: Rotate; onDone: () => void }) {
  const { control, ...asked } = useActionForm<{ hours: string }, AwsApiView>({
    defaultValues: { hours: "24" },
    submit: ({ hours }) => rotate({ overlapHours: Number(hours) }),
    onDone,
  });
  return (
    <ActionForm {...asked} submit="Rotate key">
      <SelectField
        control={control}
        name="hours"
        label="Keep the old key in the key set for"
        options={OVERLAPS}
        description="New tokens are signed with the new key at once. Programs that cache the key set have to fetch it again."
      />
    </ActionForm>
  );
}

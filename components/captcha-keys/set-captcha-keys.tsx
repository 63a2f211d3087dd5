import { useRouter } from "next/navigation";
import { useState } from "react";
import { Dialog } from "@/components/shared/dialog";
import { FormMessage } from "@/components/shared/form-message";
import { SelectField } from "@/components/shared/select-field";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import { CAPTCHA_VENDORS } from "@/lib/domain/challenge/captcha-vendors";
import { CAPTCHA_PROVIDERS } from "@/lib/domain/challenge/challenge-setting";
import type { Action } from "@/lib/http/action-result";
import type { CaptchaKeysView } from "@/lib/services/sites/captcha-keys/captcha-keys-view";
import type { SetCaptchaKeysInput } from "@/lib/services/sites/captcha-keys/schemas";

type SetKeys = Action<SetCaptchaKeysInput, CaptchaKeysView>;

const VENDORS = CAPTCHA_PROVIDERS.map((value) => ({ value, label: CAPTCHA_VENDORS[value].name }));

/** Asks for the two keys that a vendor gives a customer. */
export function SetCaptchaKeys({
  set,
  variant,
}: {
  set: SetKeys;
  variant: "primary" | "secondary";
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant={variant} onClick={() => setOpen(true)}>
        Set keys
      </Button>
      <Dialog title="CAPTCHA keys" isOpen={isOpen} onOpenChange={setOpen}>
        <KeysForm set={set} done={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function KeysForm({ set, done }: { set: SetKeys; done: () => void }) {
  const router = useRouter();
  const { control, message, isPending, onSubmit } = useActionForm<
    SetCaptchaKeysInput,
    CaptchaKeysView
  >({
    defaultValues: { provider: "turnstile", siteKey: "", secret: "" },
    submit: set,
    onDone: () => {
      done();
      router.refresh();
    },
  });
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4" noValidate>
      <FormMessage message={message} />
      <SelectField control={control} name="provider" label="Vendor" options={VENDORS} />
      <TextField
        control={control}
        name="siteKey"
        label="Site key"
        description="Public. Allow the waiting room's host in the vendor's settings."
        mono
        isRequired
      />
      <TextField
        control={control}
        name="secret"
        type="password"
        label="Secret"
        description="Friendly Captcha calls it an API key. Encrypted when saved and never shown again."
        mono
        isRequired
      />
      <SubmitButton isPending={isPending}>Save keys</SubmitButton>
    </form>
  );
}

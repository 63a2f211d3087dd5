import { ActionForm } from "@/components/shared/action-form";
import { Panel } from "@/components/shared/panel";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { LoginRequestView } from "@/lib/services/people/api-key/login/decide";
import type { DeviceLoginActions } from "./device-login";

type CodeFormProps = {
  find: DeviceLoginActions["find"];
  onFound: (request: LoginRequestView) => void;
};

type FormValues = { userCode: string };

/** Asks for the code that the program shows. */
export function CodeForm({ find, onFound }: CodeFormProps) {
  const { control, ...form } = useActionForm<FormValues, LoginRequestView>({
    defaultValues: { userCode: "" },
    submit: find,
    onDone: onFound,
  });
  return (
    <Panel title="Enter the code" description="Your terminal shows it after stanchion login.">
      <ActionForm
        {...form}
        submit="Continue"
        at="start"
        isUnsaved={false}
        aria-label="Enter the code"
      >
        <TextField
          control={control}
          name="userCode"
          label="Code"
          placeholder="WDJB-MJHT"
          autoComplete="off"
          normalise={(value) => value.toUpperCase()}
          className="max-w-xs"
          isRequired
          autoFocus
          mono
        />
      </ActionForm>
    </Panel>
  );
}

import { ActionForm } from "@/components/shared/action-form";
import { AskAndReveal } from "@/components/shared/ask-and-reveal";
import { CheckField } from "@/components/shared/check-field";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { API_KEY_SCOPES } from "@/lib/domain/api-key/scopes";
import { permissionsOfRole, type Role } from "@/lib/domain/permissions/roles";
import type { Action } from "@/lib/http/action-result";
import type { CreateApiKeyInput } from "@/lib/services/people/api-key/schemas";

type Create = Action<CreateApiKeyInput, { readonly text: string }>;

const REVEALED = {
  title: "Your new API key",
  what: "the API key",
  advice: "This key is only shown once. Store it where your connector or program reads it.",
};

type FormValues = {
  name: string;
  pull: boolean;
  report: boolean;
  manage: boolean;
  /** Whose permissions the key has in the API; "": it may not use it. */
  api: "" | Role;
  validDays: string;
};

const API_ACCESS = [
  { value: "", label: "No access" },
  { value: "viewer", label: "Read only" },
  { value: "operator", label: "As an operator" },
  { value: "developer", label: "As a developer" },
  { value: "admin", label: "As an admin" },
] as const;

const VALIDITIES = [
  { value: "", label: "Until revoked" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
];

function toInput({ name, validDays, ...chosen }: FormValues): CreateApiKeyInput {
  return {
    name,
    scopes: API_KEY_SCOPES.filter((scope) => chosen[scope]),
    permissions: chosen.api === "" ? [] : [...permissionsOfRole(chosen.api)],
    validDays: validDays === "" ? null : Number(validDays),
  };
}

type CreateApiKeyProps = { create: Create; variant: "primary" | "secondary" };

/** Names a new key, then shows it once. */
export function CreateApiKey({ create, variant }: CreateApiKeyProps) {
  return (
    <AskAndReveal label="Create an API key" variant={variant} revealed={REVEALED}>
      {(reveal) => <ApiKeyForm create={create} reveal={reveal} />}
    </AskAndReveal>
  );
}

function ApiKeyForm({ create, reveal }: { create: Create; reveal: (text: string) => void }) {
  const { control, ...asked } = useActionForm<FormValues, { readonly text: string }>({
    defaultValues: { name: "", pull: true, report: false, manage: false, api: "", validDays: "" },
    submit: (values) => create(toInput(values)),
    onDone: ({ text }) => reveal(text),
  });
  return (
    <ActionForm {...asked} submit="Create">
      <TextField
        control={control}
        name="name"
        label="What is it for?"
        placeholder="Shop, production"
        isRequired
      />
      <CheckField
        control={control}
        name="pull"
        label="Fetch rules"
        description="Required by every connector."
      />
      <CheckField
        control={control}
        name="report"
        label="Report visitors"
        description="For connectors that report who is on the site."
      />
      <CheckField
        control={control}
        name="manage"
        label="Manage admission"
        description="Stock, grants and inlets. Not needed by connectors."
      />
      <SelectField
        control={control}
        name="api"
        label="API access"
        description="For scripts, the command line and other programs."
        options={API_ACCESS}
      />
      <SelectField control={control} name="validDays" label="Expires" options={VALIDITIES} />
    </ActionForm>
  );
}

import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/shared/action-form";
import { AskAndReveal } from "@/components/shared/ask-and-reveal";
import { CheckField } from "@/components/shared/check-field";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type { AwsClient } from "@/lib/services/sites/aws-api/save-client";
import type { SaveAwsClientInput } from "@/lib/services/sites/aws-api/schemas";

export type SaveClient = Action<SaveAwsClientInput, AwsClient>;

/** An event that has no client yet. */
export type ClientEvent = { readonly eventId: string; readonly name: string };

const REVEALED = {
  title: "Your client secret",
  what: "the client secret",
  advice: "This secret is only shown once. Add it to your site's OpenID Connect settings.",
};

const URIS = {
  label: "Redirect URIs",
  description: "One per line, exactly as your site sends them.",
  placeholder: "https://shop.example.com/callback",
  rows: 3,
  mono: true,
  // None would delete the client.
  isRequired: true,
} as const;

function linesOf(text: string): string[] {
  return text.split(/\s+/).filter((line) => line !== "");
}

type Reveal = { reveal: (text: string | null) => void };
type AddClientProps = { events: readonly ClientEvent[]; save: SaveClient };

/** Registers a client, and shows its secret once. */
export function AddClient({
  variant,
  ...asked
}: AddClientProps & { variant: "primary" | "secondary" }) {
  return (
    <AskAndReveal label="Add client" variant={variant} revealed={REVEALED}>
      {(reveal) => <AddForm {...asked} reveal={reveal} />}
    </AskAndReveal>
  );
}

function AddForm({ events, save, reveal }: AddClientProps & Reveal) {
  const { control, ...asked } = useActionForm<{ eventId: string; redirectUris: string }, AwsClient>(
    {
      defaultValues: { eventId: events[0]?.eventId ?? "", redirectUris: "" },
      submit: ({ eventId, redirectUris }) => save({ eventId, redirectUris: linesOf(redirectUris) }),
      onDone: ({ clientSecret }) => reveal(clientSecret),
    },
  );
  return (
    <ActionForm {...asked} submit="Add client">
      <SelectField
        control={control}
        name="eventId"
        label="Event"
        options={events.map(({ eventId, name }) => ({ value: eventId, label: name }))}
      />
      <TextField control={control} name="redirectUris" {...URIS} />
    </ActionForm>
  );
}

type EditClientProps = {
  client: { readonly eventId: string; readonly redirectUris: readonly string[] };
  save: SaveClient;
};

/** Changes the redirect URIs of a client, and its secret where that is asked for. */
export function EditClient({ client, save }: EditClientProps) {
  return (
    <AskAndReveal
      label={`Edit ${client.eventId}`}
      trigger="Edit"
      variant="secondary"
      revealed={REVEALED}
    >
      {(reveal) => <EditForm {...{ client, save, reveal }} />}
    </AskAndReveal>
  );
}

function EditForm({ client, save, reveal }: EditClientProps & Reveal) {
  const { eventId } = client;
  const router = useRouter();
  const { control, ...asked } = useActionForm<{ redirectUris: string; renews: boolean }, AwsClient>(
    {
      defaultValues: { redirectUris: client.redirectUris.join("\n"), renews: false },
      submit: ({ redirectUris, renews }) =>
        save({ eventId, redirectUris: linesOf(redirectUris), keepsSecret: !renews }),
      onDone: ({ clientSecret }) => {
        reveal(clientSecret);
        if (clientSecret === null) router.refresh();
      },
    },
  );
  return (
    <ActionForm {...asked} submit="Save client">
      <TextField control={control} name="redirectUris" {...URIS} />
      <CheckField
        control={control}
        name="renews"
        label="Generate a new secret"
        description="The old secret stops working at once."
      />
    </ActionForm>
  );
}

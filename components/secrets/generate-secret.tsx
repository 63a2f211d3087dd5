"use client";

import { ActionForm } from "@/components/shared/action-form";
import { AskAndReveal } from "@/components/shared/ask-and-reveal";
import { sayIfAsked } from "@/components/shared/say-if-asked";
import { SelectField } from "@/components/shared/select-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { type Asked, isAsked } from "@/lib/domain/approval/approval";
import type { SecretActions } from "./secret-actions";

export const SECRET_ADVICE = "This secret is only shown once. Add it to your connectors now.";

const REVEALED = { title: "Your new secret", what: "the secret", advice: SECRET_ADVICE };

/** An event that may have a secret of its own. */
export type SecretEvent = { readonly eventId: string; readonly name: string };

type SecretFormProps = { actions: SecretActions; events: readonly SecretEvent[] };
type GenerateSecretProps = SecretFormProps & { variant: "primary" | "secondary" };

/** No event has such an id. */
const ALL_EVENTS = "*";

/** Generates a secret for one event or for all, and shows it once. */
export function GenerateSecret({ variant, ...asked }: GenerateSecretProps) {
  return (
    <AskAndReveal label="Generate a secret" variant={variant} revealed={REVEALED}>
      {(reveal) => <SecretForm {...asked} reveal={reveal} />}
    </AskAndReveal>
  );
}

function SecretForm({
  actions,
  events,
  reveal,
}: SecretFormProps & { reveal: (text: string | null) => void }) {
  const { control, ...asked } = useActionForm<{ scope: string }, { readonly text: string } | Asked>(
    {
      defaultValues: { scope: ALL_EVENTS },
      submit: async ({ scope }) => {
        const created = await actions.create({ eventId: scope === ALL_EVENTS ? null : scope });
        if (!created.ok) return created;
        if (isAsked(created.data)) return { ok: true, data: created.data };
        return actions.reveal({ secretId: created.data.id });
      },
      onDone: (done) => {
        reveal(isAsked(done) ? null : done.text);
        sayIfAsked(done);
      },
    },
  );
  return (
    <ActionForm {...asked} submit="Generate">
      <SelectField
        control={control}
        name="scope"
        label="Scope"
        options={[
          { value: ALL_EVENTS, label: "All events" },
          ...events.map(({ eventId, name }) => ({ value: eventId, label: `${name} only` })),
        ]}
        description="An event secret replaces the general secret for that event once activated. It can't admit visitors to other events."
      />
    </ActionForm>
  );
}

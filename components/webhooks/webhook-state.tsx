import { Moment } from "@/components/shared/moment";
import { Notice } from "@/components/shared/notice";
import { Chip } from "@/components/ui/chip";
import type { WebhookView } from "@/lib/services/sites/webhook/webhook-view";

/** The state of a webhook as a chip. */
export function WebhookState({ webhook: { isOn, failingSince } }: { webhook: WebhookView }) {
  if (!isOn) return chip("Off", "default");
  return failingSince === null ? chip("On", "success") : chip("Failing", "danger");
}

function chip(text: string, color: "default" | "success" | "danger") {
  return (
    <Chip size="sm" variant="soft" color={color}>
      {text}
    </Chip>
  );
}

/** A problem of a webhook and what happens next; nothing while it works. */
export function WebhookTrouble({ webhook }: { webhook: WebhookView }) {
  const { isOn, offBecause, offAt, failingSince, oldSecretUntil } = webhook;
  if (!isOn && offAt !== null) {
    const why = {
      person: "Turned off by a member",
      failing: "Turned off after three days without a successful delivery",
      gone: "Turned off because the server answered 410 (Gone)",
    }[offBecause ?? "person"];
    return (
      <Notice tone={offBecause === "person" ? "info" : "warning"}>
        {why}: <Moment at={offAt} />. Pending messages are kept for 30 days and sent when you turn
        it on. Nothing is sent for the time in between: use Resend.
      </Notice>
    );
  }
  if (failingSince !== null) {
    return (
      <Notice tone="danger">
        Failing since <Moment at={failingSince} />. Stanchion retries for three days, less and less
        often, then turns the webhook off. No message is lost.
      </Notice>
    );
  }
  if (oldSecretUntil === null) return null;
  return (
    <Notice tone="info">
      Messages are also signed with the old secret until <Moment at={oldSecretUntil} />.
    </Notice>
  );
}

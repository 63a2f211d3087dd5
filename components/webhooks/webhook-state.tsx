import { Moment } from "@/components/shared/moment";
import { Notice } from "@/components/shared/notice";
import { Chip } from "@/components/ui/chip";
import type { WebhookView } from "@/lib/services/sites/webhook/webhook-view";

/** How a webhook does, in a word. */
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

/** What is wrong with a webhook and what happens next; nothing where all is well. */
export function WebhookTrouble({ webhook }: { webhook: WebhookView }) {
  const { isOn, offBecause, offAt, failingSince, oldSecretUntil } = webhook;
  if (!isOn && offAt !== null) {
    const why = {
      person: "It was turned off by hand",
      failing: "It was turned off because nothing had arrived for three days",
      gone: "It was turned off because the server answered 410 (Gone)",
    }[offBecause ?? "person"];
    return (
      <Notice tone={offBecause === "person" ? "info" : "warning"}>
        {why}: <Moment at={offAt} />. What was waiting is kept for 30 days from when it happened and
        goes out when you turn it on. What happens meanwhile is not sent: use Send again.
      </Notice>
    );
  }
  if (failingSince !== null) {
    return (
      <Notice tone="danger">
        Nothing has arrived since <Moment at={failingSince} />. Stanchion keeps trying for three
        days, less and less often, and then turns the webhook off. Nothing is lost.
      </Notice>
    );
  }
  if (oldSecretUntil === null) return null;
  return (
    <Notice tone="info">
      The old secret signs beside the new one until <Moment at={oldSecretUntil} />.
    </Notice>
  );
}

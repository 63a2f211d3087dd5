import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import type { AttemptView, DeliveryDetails } from "@/lib/services/sites/webhook/get-delivery";
import { DeliveryState } from "./delivery-state";

/** Each attempt to send a message, with what came back. */
export function AttemptPanel({ delivery }: { delivery: DeliveryDetails }) {
  const { attempts } = delivery;
  return (
    <Panel title="Attempts" actions={<DeliveryState delivery={delivery} />}>
      {attempts.length === 0 ? (
        <p className="text-sm text-muted">Not sent yet.</p>
      ) : (
        <ol className="flex flex-col gap-3">
          {attempts.map((attempt) => (
            <li key={attempt.at} className="flex min-w-0 flex-col gap-1">
              <Attempt attempt={attempt} />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

function Attempt({
  attempt: { at, status, problem, durationMs, answer },
}: {
  attempt: AttemptView;
}) {
  return (
    <>
      <p className="flex flex-wrap gap-x-3 text-sm">
        <span className="font-medium">{status ?? "No response"}</span>
        <Moment at={at} className="text-muted" />
        <span className="text-muted tabular-nums">{durationMs} ms</span>
      </p>
      {problem === null ? null : <p className="text-sm text-danger">{problem}</p>}
      {answer === null || answer === "" ? null : (
        <pre className="max-h-48 overflow-auto rounded-lg border border-border bg-surface-secondary px-3 py-2 font-mono text-xs break-all whitespace-pre-wrap">
          {answer}
        </pre>
      )}
    </>
  );
}

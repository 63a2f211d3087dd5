import Link from "next/link";
import { Notice } from "@/components/shared/notice";
import type { ReadinessCheck } from "@/lib/services/sites/readiness/checks";

type NeededProps = { needed: readonly ReadinessCheck[] };

/** What an event lacks before it can take a visitor, and where each is done. */
export function StillNeeded({ needed, isOver }: NeededProps & { isOver: boolean }) {
  if (needed.length === 0) return null;
  return (
    <Notice tone="warning">
      <p className="font-medium">
        {isOver ? "Finish these steps before the next run:" : "Finish these steps to go live:"}
      </p>
      <NeededList needed={needed} />
    </Notice>
  );
}

export function NeededList({ needed }: NeededProps) {
  return (
    <ul aria-label="Setup" className="mt-1 flex flex-col gap-1">
      {needed.map(({ id, why, todo }) => (
        <li key={id}>
          {why}{" "}
          {todo === null ? null : (
            <Link href={todo.href} className="font-medium underline underline-offset-2">
              {todo.label}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

import { UsersRound } from "lucide-react";
import Link from "next/link";
import type { WaitingRequest } from "@/lib/services/people/approval/waiting";

/** Says on every page what waits for a second person, to those who may decide and to who asked. */
export function ApprovalsBanner({ requests }: { requests: readonly WaitingRequest[] }) {
  const [first] = requests;
  if (first === undefined) return null;
  const { summary, askedByName, isMine } = first;
  const others = requests.length - 1;
  return (
    <aside
      aria-label="Approvals"
      className="flex items-start gap-2 border-b border-border bg-warning-soft px-4 py-1.5 text-xs text-warning-soft-foreground lg:px-8"
    >
      <UsersRound aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <p className="min-w-0 break-words">
        {isMine
          ? `Your request to ${summary} needs approval.`
          : `${askedByName} requests approval to ${summary}.`}
        {others === 0 ? "" : ` ${others} more pending.`}{" "}
        <Link href="/approvals" className="font-medium underline">
          {isMine ? "View" : "Review"}
        </Link>
      </p>
    </aside>
  );
}

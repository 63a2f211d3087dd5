import { ButtonLink } from "@/components/shared/button-link";
import { Notice } from "@/components/shared/notice";
import { AuthCard } from "./auth-card";

type DeadLinkProps = {
  title: string;
  /** Why the link does nothing any more, and who can send a new one. */
  reason: string;
  wayOn: { readonly label: string; readonly href: string };
};

/** A mailed link that is over, said when it is opened, with a way on. */
export function DeadLink({ title, reason, wayOn }: DeadLinkProps) {
  return (
    <AuthCard title={title}>
      <div className="flex flex-col gap-4">
        <Notice tone="warning">{reason}</Notice>
        <ButtonLink href={wayOn.href} size="md" className="w-full">
          {wayOn.label}
        </ButtonLink>
      </div>
    </AuthCard>
  );
}

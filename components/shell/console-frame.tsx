import type { ReactNode } from "react";
import { ApprovalsBanner } from "@/components/approvals/approvals-banner";
import { ZoneProvider } from "@/components/shared/zone";
import type { Suspension } from "@/lib/domain/event/standing";
import type { WaitingRequest } from "@/lib/services/people/approval/waiting";
import { MobileBar } from "./mobile-bar";
import { OutboxBanner } from "./outbox-banner";
import { type PaletteActions, PaletteHost } from "./palette/palette-host";
import { RedisBanner } from "./redis-banner";
import type { ShellData } from "./shell-data";
import { Sidebar } from "./sidebar";
import { SuspensionBanner } from "./suspension-banner";
import { UnsavedGuard } from "./unsaved-guard";

type ConsoleFrameProps = {
  shell: ShellData;
  /** Where e-mails are written; null when they are sent. */
  outboxDirectory: string | null;
  /** What is dangerous in how Redis is set up. */
  redisDangers: readonly string[];
  suspension: Suspension | null;
  actions: PaletteActions;
  /** What waits for a second person. */
  approvals: readonly WaitingRequest[];
  children: ReactNode;
};

export function ConsoleFrame(props: ConsoleFrameProps) {
  const { shell, outboxDirectory, redisDangers, suspension, actions, children } = props;
  const { switchCustomer } = actions;
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-accent focus:px-3 focus:py-2 focus:text-accent-foreground"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh border-r border-border bg-surface lg:block">
        <Sidebar shell={shell} switchCustomer={switchCustomer} />
      </aside>
      <PaletteHost shell={shell} actions={actions} />
      <UnsavedGuard />
      <div className="min-w-0">
        <MobileBar shell={shell} switchCustomer={switchCustomer} />
        {suspension === null ? null : (
          <SuspensionBanner customer={shell.customer.name} suspension={suspension} />
        )}
        <ApprovalsBanner requests={props.approvals} />
        {redisDangers.length === 0 ? null : <RedisBanner dangers={redisDangers} />}
        {outboxDirectory === null ? null : <OutboxBanner directory={outboxDirectory} />}
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto max-w-6xl px-4 py-5 outline-none lg:px-8 lg:py-7"
        >
          <ZoneProvider timeZone={shell.customer.timeZone}>{children}</ZoneProvider>
        </main>
      </div>
    </div>
  );
}

import type { Action } from "@/lib/http/action-result";
import { CustomerSwitcher } from "./customer-switcher";
import { NavLinks } from "./nav-links";
import { PaletteButton } from "./palette/palette-button";
import type { ShellData } from "./shell-data";
import { ThemeMenu } from "./theme-menu";
import { UserMenu } from "./user-menu";

type SidebarProps = {
  shell: ShellData;
  switchCustomer: Action<{ customerId: string }, unknown>;
  onNavigate?: () => void;
};

export function Sidebar({ shell, switchCustomer, onNavigate }: SidebarProps) {
  return (
    <div className="flex h-full min-h-0 flex-col gap-3 p-2.5">
      <CustomerSwitcher
        customer={shell.customer}
        customers={shell.customers}
        switchCustomer={switchCustomer}
        onNavigate={onNavigate}
      />
      <PaletteButton {...(onNavigate === undefined ? {} : { onClick: onNavigate })} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <NavLinks
          permissions={shell.permissions}
          {...(onNavigate === undefined ? {} : { onNavigate })}
        />
      </div>
      <div className="flex items-center gap-1 border-t border-separator pt-2.5">
        <UserMenu user={shell.user} onNavigate={onNavigate} />
        <ThemeMenu />
      </div>
    </div>
  );
}

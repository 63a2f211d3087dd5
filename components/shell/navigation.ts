import {
  BellRing,
  Cable,
  CalendarClock,
  ChartNoAxesCombined,
  FlaskConical,
  Gauge,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  ListFilter,
  type LucideIcon,
  Palette,
  ScrollText,
  Server,
  Settings2,
  UserRoundSearch,
  Users,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { Permission } from "@/lib/domain/permissions/roles";

export type NavigationItem = {
  readonly label: string;
  readonly href: string;
  readonly icon: LucideIcon;
  readonly permission: Permission;
  /** The key after G that leads here. */
  readonly key: string;
  /** What people may call it besides, such as by the names of other systems. */
  readonly words?: string;
};

export type NavigationGroup = {
  /** Read aloud; those who see have the space between groups. */
  readonly label: string;
  readonly items: readonly NavigationItem[];
};

/** The pages in the sidebar, in their order. Who lacks the permission does not see the link. */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    label: "Operate",
    items: [
      {
        label: "Overview",
        href: "/overview",
        icon: LayoutDashboard,
        permission: "event:read",
        key: "o",
      },
      { label: "Events", href: "/events", icon: CalendarClock, permission: "event:read", key: "e" },
      {
        label: "Visitors",
        href: "/visitors",
        icon: UserRoundSearch,
        permission: "report:read",
        key: "f",
      },
      {
        label: "Reports",
        href: "/reports",
        icon: ChartNoAxesCombined,
        permission: "report:read",
        key: "p",
        words: "analytics statistics traffic insights",
      },
      {
        label: "Rehearsals",
        href: "/rehearsals",
        icon: FlaskConical,
        permission: "event:read",
        key: "h",
      },
      {
        label: "Capacity",
        href: "/capacity",
        icon: Server,
        permission: "event:read",
        key: "y",
        words: "machines servers sizing scaling scale load plan cost",
      },
      {
        label: "Thresholds",
        href: "/thresholds",
        icon: Gauge,
        permission: "event:read",
        key: "d",
      },
      {
        label: "Alerts",
        href: "/alerts",
        icon: BellRing,
        permission: "alert:read",
        key: "b",
      },
    ],
  },
  {
    label: "Protect",
    items: [
      {
        label: "Rules",
        href: "/rules",
        icon: ListFilter,
        permission: "rule:read",
        key: "r",
        words: "triggers actions integration configuration routes paths bypass url patterns",
      },
      {
        label: "Connectors",
        href: "/connectors",
        icon: Cable,
        permission: "publication:read",
        key: "n",
        words: "integration knownuser sdk worker edge plugin domains forward auth",
      },
      {
        label: "Secrets & keys",
        href: "/secrets",
        icon: KeyRound,
        permission: "secret:read",
        key: "s",
        words: "integration customer secret private public api token",
      },
      {
        label: "Address lists",
        href: "/address-lists",
        icon: ListChecks,
        permission: "address-list:read",
        key: "l",
        words: "ip allow block bypass exclude",
      },
      {
        label: "Webhooks",
        href: "/webhooks",
        icon: Webhook,
        permission: "webhook:read",
        key: "w",
      },
      {
        label: "Themes",
        href: "/themes",
        icon: Palette,
        permission: "theme:read",
        key: "t",
        words: "custom html template layout design",
      },
    ],
  },
  {
    label: "Organisation",
    items: [
      { label: "Team", href: "/members", icon: Users, permission: "member:read", key: "m" },
      {
        label: "Approvals",
        href: "/approvals",
        icon: UsersRound,
        permission: "event:read",
        key: "v",
      },
      {
        label: "Audit log",
        href: "/audit-log",
        icon: ScrollText,
        permission: "audit:read",
        key: "a",
      },
      {
        label: "Customer",
        href: "/customer",
        icon: Settings2,
        permission: "customer:read",
        key: "c",
      },
    ],
  },
];

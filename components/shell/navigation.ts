import {
  Cable,
  CalendarClock,
  KeyRound,
  ListChecks,
  ListFilter,
  type LucideIcon,
  Palette,
  ScrollText,
  Settings2,
  Users,
} from "lucide-react";
import type { Permission } from "@/lib/domain/permissions/roles";

export type NavigationItem = {
  readonly label: string;
  readonly href: string;
  readonly icon: LucideIcon;
  readonly permission: Permission;
};

/** The pages in the sidebar, in their order. Who lacks the permission does not see the link. */
export const NAVIGATION: readonly NavigationItem[] = [
  { label: "Events", href: "/events", icon: CalendarClock, permission: "event:read" },
  { label: "Rules", href: "/rules", icon: ListFilter, permission: "rule:read" },
  {
    label: "Address lists",
    href: "/address-lists",
    icon: ListChecks,
    permission: "address-list:read",
  },
  { label: "Themes", href: "/themes", icon: Palette, permission: "theme:read" },
  { label: "Connectors", href: "/connectors", icon: Cable, permission: "publication:read" },
  { label: "Secrets & keys", href: "/secrets", icon: KeyRound, permission: "secret:read" },
  { label: "Members", href: "/members", icon: Users, permission: "member:read" },
  { label: "Audit log", href: "/audit-log", icon: ScrollText, permission: "audit:read" },
  { label: "Customer", href: "/customer", icon: Settings2, permission: "customer:read" },
];

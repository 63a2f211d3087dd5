import type { CloudflareRoom } from "@/lib/domain/cloudflare-room/room";

/** A waiting room of Cloudflare's API, as an event keeps it. */
export const CLOUDFLARE_ROOM: CloudflareRoom = {
  id: "699d98642c564d2e855e9661899b7252",
  description: "Production",
  route: { host: "shop.example.com", path: "/shop" },
  moreRoutes: [],
  cookieSuffix: "",
  samesite: "auto",
  secure: "auto",
  queueAll: false,
  originCommands: ["revoke"],
  language: "en-US",
  turnstileMode: "invisible",
  turnstileAction: "log",
  rules: [],
  events: [],
};

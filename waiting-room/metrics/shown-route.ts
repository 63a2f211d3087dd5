import { OTHER } from "@/lib/platform/observability/metrics/catalogue";

/** A route as the router has noted it, as people read it: `/cancel/<c>/<e>[/<queue:[^/]*>][/]` is `/cancel/{c}/{e}`. */
export function shownRoute(route: string): string {
  if (route === "") return OTHER;
  if (!route.startsWith("/")) return `/line/{c}/{e}/${route}`;
  return route.replace(/<(\w+)(?::[^>]*)?>/g, "{$1}").replace(/\[[^\]]*\]/g, "");
}

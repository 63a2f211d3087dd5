import { scriptJson } from "@/lib/domain/integration-config/client-config";

/** The link that leads visitors to an event's waiting page, of a waiting room's address and two wire ids. */
export function promotionalLink(
  waitingRoomUrl: string,
  { customerId, eventId }: { readonly customerId: string; readonly eventId: string },
): string {
  return `${waitingRoomUrl.replace(/\/+$/, "")}/${customerId}/${eventId}`;
}

/**
 * What the final page of a promotional link carries, as HTML: it asks the waiting room whether this visitor was let in, and
 * sends everybody else to the link. The token of the address becomes a session that the page keeps, so no cookie of another
 * site is needed. It hides the page in browsers with scripts; the site's server still sends it to everybody.
 */
export function clientCheckSnippet(link: string): string {
  return `<script>
  (async () => {
    const link = ${scriptJson(link)};
    const here = new URL(location.href);
    const check = new URL(link + "/client");
    for (const name of ["queueittoken", "stanchionpass"]) {
      const value = here.searchParams.get(name);
      if (value !== null) check.searchParams.set(name, value);
      here.searchParams.delete(name);
    }
    const kept = sessionStorage.getItem(link);
    if (kept !== null) check.searchParams.set("session", kept);
    document.documentElement.hidden = true;
    try {
      const answer = await (await fetch(check, { credentials: "include" })).json();
      if (answer.allow !== true) throw new Error("not let in");
      if (answer.session) sessionStorage.setItem(link, answer.session);
      history.replaceState(history.state, "", here);
      document.documentElement.hidden = false;
    } catch {
      sessionStorage.removeItem(link);
      location.replace(link + "?t=" + encodeURIComponent(here.href));
    }
  })();
</script>`;
}

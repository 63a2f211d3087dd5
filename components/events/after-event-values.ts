import type { AfterEvent } from "@/lib/domain/after-event/after-event";

/** What happens after the end, as the form holds it. */
export type AfterEventValues = {
  show: AfterEvent["show"]["kind"];
  /** Empty for the page's own words. */
  message: string;
  url: string;
  letThrough: boolean;
};

export function toAfterEventValues(afterEvent: AfterEvent | null): AfterEventValues {
  const show = afterEvent?.show;
  return {
    show: show?.kind ?? "page",
    message: show?.kind === "page" ? (show.message ?? "") : "",
    url: show?.kind === "redirect" ? show.url : "",
    letThrough: afterEvent?.protectedPages === "let-through",
  };
}

/** The setting that the values stand for; null where everything is as by default. */
export function toAfterEvent(values: AfterEventValues): AfterEvent | null {
  const message = values.message.trim() === "" ? null : values.message;
  if (values.show === "page" && message === null && !values.letThrough) return null;
  return {
    show:
      values.show === "page" ? { kind: "page", message } : { kind: "redirect", url: values.url },
    protectedPages: values.letThrough ? "let-through" : "keep-out",
  };
}

import type { ScreenTexts } from "@/lib/domain/page-texts/texts";
import type { KeptPlace } from "./kept-place";
import type { Words } from "./words";

const LOOKS = {
  dialog:
    "max-width:26rem;padding:1.5rem;border:1px solid var(--line,currentColor);border-radius:1rem;background:var(--card,Canvas);color:var(--text,CanvasText)",
  leave: "margin:.5rem 0 0;background:none;color:inherit;border:1px solid",
};
const LOOK_AGAIN_MS = 500;

/** Asks before a place is given up, with the number that is lost. Where it cannot, the server's page asks. */
export function askBeforeLeaving({ texts, say }: Words<ScreenTexts>, keptPlace: KeptPlace): void {
  // While one version replaces another, the texts may be of the version before.
  const form = texts.leaveTitle ? document.getElementById("leave") : null;
  if (form === null || !("HTMLDialogElement" in window)) return;
  const ask = (event: SubmitEvent): void => {
    if (event.submitter?.getAttribute("name") === "sure") {
      // The form takes it along first.
      addEventListener("pagehide", keptPlace.forget);
      return;
    }
    event.preventDefault();
    const number = document.getElementById("number")?.textContent;
    const lead = number ? say(texts.leaveLead, { number }) : texts.leavePlaceLead;
    openDialog(form, { title: texts.leaveTitle, lead, stay: texts.stayButton });
  };
  form.addEventListener("submit", ask);
}

function openDialog(
  form: HTMLElement,
  said: { readonly title: string; readonly lead: string; readonly stay: string },
): void {
  const dialog = document.createElement("dialog");
  dialog.style.cssText = LOOKS.dialog;
  dialog.setAttribute("aria-label", said.title);
  const stay = made("button", said.stay);
  const leave = made("button", form.textContent ?? "");
  stay.className = leave.className = "button";
  leave.style.cssText = LOOKS.leave;
  leave.setAttribute("form", form.id);
  leave.setAttribute("name", "sure");
  leave.setAttribute("value", "1");
  stay.onclick = () => dialog.close();
  const action = document.createElement("div");
  action.className = "action";
  action.append(stay, document.createElement("br"), leave);
  dialog.append(made("b", said.title), made("p", said.lead), action);
  document.body.append(dialog);
  // When the turn comes there is nothing to leave any more.
  const look = setInterval(() => form.hidden && dialog.close(), LOOK_AGAIN_MS);
  dialog.onclose = () => {
    clearInterval(look);
    dialog.remove();
  };
  dialog.showModal();
}

function made(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

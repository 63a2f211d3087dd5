import type { ScreenTexts } from "@/lib/domain/page-texts/texts";
import type { KeptPlace } from "./kept-place";
import type { Words } from "./words";

const LOOKS = {
  dialog:
    "max-width:min(26rem,90vw);padding:1.5rem;border:1px solid var(--line,currentColor);border-radius:1rem;background:var(--card,Canvas);color:var(--text,CanvasText)",
  leave: "margin:.5rem 0 0;background:none;color:inherit;border:1px solid",
};
const DIALOG_ID = "leave-question";
const LOOK_AGAIN_MS = 500;

/** Asks whether the place is to be given up, with the number that is lost. Where it cannot, the server's page asks. */
export function askToLeave(
  form: HTMLFormElement,
  { texts, say }: Words<ScreenTexts>,
  keptPlace: KeptPlace,
): void {
  // The button was pressed twice while this was loaded.
  if (document.getElementById(DIALOG_ID) !== null) return;
  // While one version replaces another, the texts may be of the version before.
  if (!texts.leaveTitle || !("HTMLDialogElement" in window)) {
    form.submit();
    return;
  }
  const number = document.getElementById("number")?.textContent;
  const lead = number ? say(texts.leaveLead, { number }) : texts.leavePlaceLead;
  const sure = () => {
    // The form takes it along first.
    addEventListener("pagehide", keptPlace.forget);
    form.append(sureField());
    form.submit();
  };
  openDialog(form, { title: texts.leaveTitle, lead, stay: texts.stayButton, sure });
}

function openDialog(
  form: HTMLElement,
  said: {
    readonly title: string;
    readonly lead: string;
    readonly stay: string;
    readonly sure: () => void;
  },
): void {
  const dialog = document.createElement("dialog");
  dialog.id = DIALOG_ID;
  dialog.style.cssText = LOOKS.dialog;
  dialog.setAttribute("aria-label", said.title);
  const stay = made("button", said.stay);
  const leave = made("button", form.textContent ?? "");
  stay.className = leave.className = "button";
  leave.style.cssText = LOOKS.leave;
  leave.onclick = said.sure;
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

/** Tells the server that it need not ask. */
function sureField(): HTMLElement {
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = "sure";
  field.value = "1";
  return field;
}

function made(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

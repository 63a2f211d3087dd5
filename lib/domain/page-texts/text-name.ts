const SECTIONS: Readonly<Record<string, string>> = {
  screen: "Waiting page",
  page: "Around the page",
  actions: "Buttons and fields",
  messages: "Messages",
  move: "Another device",
  captcha: "CAPTCHA",
  notice: "Notifications",
  mail: "Emails",
  push: "Push notifications",
  draw: "Verify the draw",
};

const PARTS: Readonly<Record<string, string>> = {
  Title: "headline",
  Lead: "text",
  Figure: "figure",
  Button: "button",
  Label: "label",
  Link: "link",
  Note: "note",
  Subject: "subject",
  Text: "text",
};

const PART = new RegExp(`^(.*?)(${Object.keys(PARTS).join("|")})$`);

export type TextName = { readonly section: string; readonly name: string };

/** What a text is called where people choose one: the state or thing that it belongs to, and what of it. */
export function textName(path: string): TextName {
  const [first = "", ...rest] = path.split(".");
  const section = SECTIONS[first] ?? sentence(first);
  const last = rest.pop() ?? "";
  if (rest.length > 0)
    return { section, name: `${sentence(rest.join(" "))}: ${last === "lead" ? "text" : last}` };
  const [, of, part] = PART.exec(last) ?? [];
  if (of === undefined || part === undefined) return { section, name: sentence(last) };
  const what = PARTS[part] ?? part;
  return { section, name: of === "" ? sentence(what) : `${sentence(of)}: ${what}` };
}

/** `preQueueDraw` and `code-spent` as words. */
function sentence(name: string): string {
  const words = name
    .replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
    .replaceAll("-", " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

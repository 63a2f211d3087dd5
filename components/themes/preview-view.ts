import { isLanguage, type Language } from "@/lib/domain/page-texts/languages";

export const PREVIEW_WIDTHS = {
  phone: { label: "Phone", width: 390, height: 780 },
  tablet: { label: "Tablet", width: 820, height: 1_100 },
  desktop: { label: "Desktop", width: 1_440, height: 900 },
} as const;

/** What of a theme is in sight. All of it stands in the address of the theme's page. */
export type PreviewView = {
  readonly state: string;
  readonly language: Language;
  readonly width: keyof typeof PREVIEW_WIDTHS;
  readonly scheme: "light" | "dark";
  /** Where there is no room for both, the preview is shown instead of the fields. */
  readonly isFirst: boolean;
};

export const FIRST_VIEW: PreviewView = {
  state: "waiting",
  language: "en",
  width: "phone",
  scheme: "light",
  isFirst: false,
};

type Params = { readonly get: (name: string) => string | null };

/** The view that an address asks for; what it does not name, or what there is not, is as at first. */
export function readPreviewView(
  params: Params,
  states: readonly { readonly id: string }[],
): PreviewView {
  const state = params.get("state");
  const language = params.get("language") ?? "";
  return {
    state: states.find(({ id }) => id === state)?.id ?? FIRST_VIEW.state,
    language: isLanguage(language) ? language : FIRST_VIEW.language,
    width: widthOf(params.get("width")),
    scheme: params.get("scheme") === "dark" ? "dark" : FIRST_VIEW.scheme,
    isFirst: params.get("show") === "preview",
  };
}

function widthOf(name: string | null): PreviewView["width"] {
  return name === "tablet" || name === "desktop" ? name : FIRST_VIEW.width;
}

/** The address's part after `?` for a view; empty for the first one. `readPreviewView` reads the same from it. */
export function writePreviewView(view: PreviewView): string {
  const params = new URLSearchParams();
  for (const name of ["state", "language", "width", "scheme"] as const) {
    if (view[name] !== FIRST_VIEW[name]) params.set(name, view[name]);
  }
  if (view.isFirst) params.set("show", "preview");
  return params.toString();
}

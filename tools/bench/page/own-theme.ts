import { PLAIN_THEME, type Theme } from "@/lib/domain/theme/theme";

export const OWN_THEME: Theme = {
  ...PLAIN_THEME,
  colours: {
    brand: "#7a1f5c",
    light: { page: "#f4efe6", card: "#fffaf0", text: "#2b2118" },
    dark: { page: "#17120d", card: "#241c14", text: "#f2e9dc" },
  },
  links: { privacy: "https://shop.example/privacy", imprint: "https://shop.example/imprint" },
  arrangement: "wide",
};

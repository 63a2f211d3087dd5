import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { EarlyPress } from "@/components/shell/early-press";
import { Providers } from "@/components/shell/providers";
import { NONCE_HEADER } from "@/lib/http/security-headers";
import "./globals.css";

/** Every page shows what its reader may see at the moment, so that none can be rendered while building. */
export const dynamic = "force-dynamic";

export const metadata: Metadata = {
  title: { default: "Stanchion", template: "%s · Stanchion" },
  description: "The console of an open virtual waiting room.",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f9fafb" },
    { media: "(prefers-color-scheme: dark)", color: "#0c0d10" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get(NONCE_HEADER) ?? "";
  return (
    <html lang="en" suppressHydrationWarning>
      <body className="min-h-dvh bg-background text-foreground">
        <EarlyPress nonce={nonce} />
        <Providers nonce={nonce}>{children}</Providers>
      </body>
    </html>
  );
}

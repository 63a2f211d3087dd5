"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { type ReactNode, useState } from "react";
import { HeardClicks } from "@/components/shell/heard-clicks";
import { Toaster } from "@/components/ui/toaster";

/** Theme, live queries and messages. */
export function Providers({ nonce, children }: { nonce: string; children: ReactNode }) {
  const [queryClient] = useState(() => new QueryClient());
  return (
    <ThemeProvider
      attribute={["class", "data-theme"]}
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      nonce={nonce}
    >
      <QueryClientProvider client={queryClient}>
        <HeardClicks>
          {children}
          <Toaster />
        </HeardClicks>
      </QueryClientProvider>
    </ThemeProvider>
  );
}

"use client";

import { I18nProvider, RouterProvider, Toast } from "@heroui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { ThemeProvider } from "next-themes";
import { type ReactNode, useState } from "react";

/** Theme, live queries, toasts and client-side links of the library's components. */
export function Providers({ nonce, children }: { nonce: string; children: ReactNode }) {
  const router = useRouter();
  const [queryClient] = useState(() => new QueryClient());
  return (
    <ThemeProvider
      attribute={["class", "data-theme"]}
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      nonce={nonce}
    >
      <I18nProvider locale="en-US">
        <RouterProvider navigate={(href) => router.push(href)}>
          <QueryClientProvider client={queryClient}>
            {children}
            <Toast.Provider placement="bottom end" />
          </QueryClientProvider>
        </RouterProvider>
      </I18nProvider>
    </ThemeProvider>
  );
}

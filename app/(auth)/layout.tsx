import type { ReactNode } from "react";
import { Logo } from "@/components/shell/logo";
import { ThemeMenu } from "@/components/shell/theme-menu";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center px-4 py-10">
        <p className="mb-6 flex items-center justify-center gap-2 text-base font-semibold tracking-tight">
          <Logo className="size-7" />
          Stanchion
        </p>
        {children}
      </main>
      <footer className="flex justify-end p-3">
        <ThemeMenu />
      </footer>
    </div>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { orOffline } from "@/components/shared/or-offline";
import { leavePage } from "@/components/shared/unsaved";
import { toast } from "@/components/ui/toast";
import { askForVisitor } from "@/components/visitors/asked-visitor";
import { leaveConsole } from "../leave-console";
import type { AskedAct, CommandAct } from "./commands";
import type { PaletteActions } from "./palette-host";
import { openPanel } from "./palette-state";

type PlainAct = Exclude<CommandAct, AskedAct>;

/** Does what a command says, after the palette has closed. */
export function useCommandActs(actions: PaletteActions, onClose: () => void) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const { setTheme } = useTheme();

  async function switchTo(customerId: string): Promise<void> {
    const result = await orOffline(actions.switchCustomer({ customerId }));
    if (!result.ok) {
      toast.danger(result.error.message);
      return;
    }
    queryClient.clear();
    router.push("/overview");
    router.refresh();
  }

  async function copy(text: string, what: string): Promise<void> {
    await navigator.clipboard.writeText(text).then(
      () => toast.success(`${what} copied`),
      () => toast.danger(`Your browser blocked copying. The value is ${text}`),
    );
  }

  return (act: PlainAct): void => {
    onClose();
    switch (act.type) {
      case "go":
        if (act.href.startsWith("/docs")) window.open(act.href, "_blank", "noreferrer");
        else leavePage(() => router.push(act.href));
        return;
      case "copy":
        void copy(act.text, act.what);
        return;
      case "theme":
        setTheme(act.theme);
        return;
      case "customer":
        leavePage(() => void switchTo(act.customerId));
        return;
      case "visitor":
        leavePage(() => {
          askForVisitor(act.query);
          router.push("/visitors");
        });
        return;
      case "shortcuts":
        openPanel("shortcuts");
        return;
      case "sign-out":
        leavePage(() => void leaveConsole());
        return;
    }
  };
}

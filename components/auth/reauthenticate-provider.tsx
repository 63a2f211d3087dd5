"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { type AskForProof, ProofContext } from "@/components/shared/use-reauthenticate";
import type { ProofActions } from "./proof-actions";

const ReauthenticateDialog = dynamic(() =>
  import("./reauthenticate-dialog").then((module) => module.ReauthenticateDialog),
);

/** Holds the dialog in which somebody confirms who they are. Once, around the pages of the console. */
export function ReauthenticateProvider(props: {
  actions: ProofActions;
  email: string;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<((isProved: boolean) => void) | null>(null);
  const ask = useCallback<AskForProof>(() => {
    answer.current?.(false);
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const close = (isProved: boolean) => {
    setOpen(false);
    answer.current?.(isProved);
    answer.current = null;
  };
  return (
    <ProofContext value={ask}>
      {props.children}
      {isOpen ? (
        <ReauthenticateDialog actions={props.actions} email={props.email} close={close} />
      ) : null}
    </ProofContext>
  );
}

"use client";

import { type FormEvent, useState } from "react";
import { CodeBlock } from "@/components/shared/code-block";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/text-input";
import type { OperationReference } from "@/lib/docs/operation-reference";
import { requestPath } from "./curl-of";

type Answered = { readonly status: string; readonly text: string };

/** Sends a request with a key of one's own to this installation. The key is kept nowhere. */
export function TryOperation({ operation }: { operation: OperationReference }) {
  const { method, exampleBody } = operation;
  const [key, setKey] = useState("");
  const [values, setValues] = useState<Readonly<Record<string, string>>>(operation.example);
  const [body, setBody] = useState(exampleBody ?? "");
  const [problem, setProblem] = useState<"key" | "body" | null>(null);
  const [answered, setAnswered] = useState<Answered | null>(null);
  const [isPending, setPending] = useState(false);
  const asked = operation.fields.filter(({ where }) => where === "path" || where === "query");

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const wrong = wrongField(key, body);
    setProblem(wrong);
    if (wrong !== null) return;
    setPending(true);
    setAnswered(
      await ask(`/api/v1${requestPath(operation, values)}`, { method, key: key.trim(), body }),
    );
    setPending(false);
  };

  return (
    <form onSubmit={send} className="flex flex-col gap-3" noValidate>
      <TextInput
        label="API key"
        type="password"
        value={key}
        onChange={setKey}
        isRequired
        description="Used for this request only. It is stored nowhere."
        error={problem === "key" ? "Enter an API key with API access." : undefined}
      />
      {asked.map(({ name, isRequired, type }) => (
        <TextInput
          key={name}
          label={name}
          value={values[name] ?? ""}
          onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
          isRequired={isRequired}
          description={type}
          inputClassName="font-mono"
        />
      ))}
      {exampleBody === null ? null : (
        <TextInput
          label="Body"
          rows={Math.min(16, body.split("\n").length + 1)}
          value={body}
          onChange={setBody}
          spellCheck={false}
          inputClassName="font-mono"
          error={problem === "body" ? "This is not valid JSON." : undefined}
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant={method === "GET" ? "secondary" : "primary"}
          isPending={isPending}
        >
          Send {method} request
        </Button>
        {method === "GET" ? null : (
          <p className="text-xs text-muted">This changes your installation.</p>
        )}
      </div>
      <div role="status">
        {answered === null ? null : (
          <>
            <p className="mb-1 text-sm font-medium">{answered.status}</p>
            {answered.text === "" ? null : <CodeBlock label="answer" code={answered.text} />}
          </>
        )}
      </div>
    </form>
  );
}

function wrongField(key: string, body: string): "key" | "body" | null {
  if (key.trim() === "") return "key";
  return isJson(body) ? null : "body";
}

function isJson(text: string): boolean {
  if (text.trim() === "") return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

type Sent = { readonly method: string; readonly key: string; readonly body: string };

async function ask(address: string, { method, key, body }: Sent): Promise<Answered> {
  const hasBody = body.trim() !== "";
  try {
    const response = await fetch(address, {
      method,
      credentials: "omit",
      cache: "no-store",
      headers: {
        authorization: `Bearer ${key}`,
        ...(hasBody ? { "content-type": "application/json" } : {}),
      },
      ...(hasBody ? { body } : {}),
    });
    const text = await response.text();
    return { status: `${response.status} ${response.statusText}`.trim(), text: indented(text) };
  } catch {
    return {
      status: "The request could not be sent. Check your connection and try again.",
      text: "",
    };
  }
}

function indented(text: string): string {
  return isJson(text) && text !== "" ? JSON.stringify(JSON.parse(text), null, 2) : text;
}

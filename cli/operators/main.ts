#!/usr/bin/env node
import { Command } from "commander";
import { runCommands } from "../run-commands";
import { addOperatorCommands } from "./operator-commands";

/** Set when `@stanchion/cli` is packed. */
declare const CLI_VERSION: string;

const ending = await runCommands((terminal) => {
  const program = new Command("stanchion")
    .description("Runs your events from a terminal.")
    .version(CLI_VERSION, "--version", "show the version");
  addOperatorCommands(program, terminal);
  return program;
}, process.argv.slice(2));
if (ending !== "serving") process.exitCode = ending;

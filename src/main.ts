#!/usr/bin/env node
import { addClient } from "./cli/client.ts";
import { runCommandLine } from "./cli/command-line.ts";
import { addCredits } from "./cli/credits.ts";
import { addImport } from "./cli/import.ts";
import { addMaintenance } from "./cli/maintenance.ts";
import { addMigrate } from "./cli/migrate.ts";
import { addPricing } from "./cli/pricing.ts";
import { addRemove } from "./cli/remove.ts";
import { addServe } from "./cli/serve.ts";

const commands = [addServe, addImport, addClient, addCredits, addRemove, addPricing, addMaintenance, addMigrate];

process.exitCode = await runCommandLine(commands, process.argv.slice(2), process.env);

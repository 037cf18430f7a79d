#!/usr/bin/env node
import { addBackup } from "./cli/backup.ts";
import { addClient } from "./cli/client.ts";
import { runCommandLine } from "./cli/command-line.ts";
import { addCredits } from "./cli/credits.ts";
import { addDemo } from "./cli/demo.ts";
import { addDoctor } from "./cli/doctor.ts";
import { addImages } from "./cli/images.ts";
import { addImport } from "./cli/import.ts";
import { addMaintenance } from "./cli/maintenance.ts";
import { addMigrate } from "./cli/migrate.ts";
import { addMove } from "./cli/move.ts";
import { addPricing } from "./cli/pricing.ts";
import { addRemove } from "./cli/remove.ts";
import { addRestore } from "./cli/restore.ts";
import { addServe } from "./cli/serve.ts";
import { addTrace } from "./cli/trace.ts";
import { addUser } from "./cli/user.ts";

const commands = [
	addServe,
	addDemo,
	addImport,
	addImages,
	addClient,
	addCredits,
	addUser,
	addRemove,
	addTrace,
	addPricing,
	addMaintenance,
	addDoctor,
	addBackup,
	addRestore,
	addMigrate,
	addMove,
];

process.exitCode = await runCommandLine(commands, process.argv.slice(2), process.env);

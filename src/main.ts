#!/usr/bin/env node
import { type AddCommand, runCommandLine } from "./cli/command-line.ts";

/** Each command by its name. Only the one that is called is loaded: what they all need takes longer to load than most of them take to run. */
const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
	serve: async () => (await import("./cli/serve.ts")).addServe,
	demo: async () => (await import("./cli/demo.ts")).addDemo,
	import: async () => (await import("./cli/import.ts")).addImport,
	images: async () => (await import("./cli/images.ts")).addImages,
	client: async () => (await import("./cli/client.ts")).addClient,
	credits: async () => (await import("./cli/credits.ts")).addCredits,
	user: async () => (await import("./cli/user.ts")).addUser,
	remove: async () => (await import("./cli/remove.ts")).addRemove,
	trace: async () => (await import("./cli/trace.ts")).addTrace,
	pricing: async () => (await import("./cli/pricing.ts")).addPricing,
	maintenance: async () => (await import("./cli/maintenance.ts")).addMaintenance,
	doctor: async () => (await import("./cli/doctor.ts")).addDoctor,
	backup: async () => (await import("./cli/backup.ts")).addBackup,
	restore: async () => (await import("./cli/restore.ts")).addRestore,
	migrate: async () => (await import("./cli/migrate.ts")).addMigrate,
	move: async () => (await import("./cli/move.ts")).addMove,
};

const args = process.argv.slice(2);
const called = args.find((argument) => !argument.startsWith("-")) ?? "";
const wanted = Object.entries(commands).filter(
	([name]) => name === called || !Object.hasOwn(commands, called),
);
const added = await Promise.all(wanted.map(([, load]) => load()));
process.exitCode = await runCommandLine(added, args, process.env);

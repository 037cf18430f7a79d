import type { AddCommand } from "./command-line.ts";

/** Each command by its name. Only the one invoked is loaded: loading all their dependencies takes longer than most of them take to run. */
export const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
	serve: async () => (await import("./serve.ts")).addServe,
	setup: async () => (await import("./setup.ts")).addSetup,
	demo: async () => (await import("./demo.ts")).addDemo,
	import: async () => (await import("./import.ts")).addImport,
	"perform-task": async () => (await import("./perform.ts")).addPerformTask,
	config: async () => (await import("./config.ts")).addConfig,
	export: async () => (await import("./export.ts")).addExport,
	catalogue: async () => (await import("./catalogue.ts")).addCatalogue,
	images: async () => (await import("./images.ts")).addImages,
	client: async () => (await import("./client.ts")).addClient,
	credits: async () => (await import("./credits.ts")).addCredits,
	user: async () => (await import("./user.ts")).addUser,
	remove: async () => (await import("./remove.ts")).addRemove,
	trace: async () => (await import("./trace.ts")).addTrace,
	alert: async () => (await import("./alert.ts")).addAlert,
	rights: async () => (await import("./rights.ts")).addRights,
	pricing: async () => (await import("./pricing.ts")).addPricing,
	maintenance: async () => (await import("./maintenance.ts")).addMaintenance,
	doctor: async () => (await import("./doctor.ts")).addDoctor,
	backup: async () => (await import("./backup.ts")).addBackup,
	restore: async () => (await import("./restore.ts")).addRestore,
	"upgrade-check": async () => (await import("./upgrade-check.ts")).addUpgradeCheck,
	migrate: async () => (await import("./migrate.ts")).addMigrate,
	move: async () => (await import("./move.ts")).addMove,
};

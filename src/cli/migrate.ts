import { migrateDatabase } from "../installation.ts";
import type { AddCommand } from "./command-line.ts";

export const addMigrate: AddCommand = (program, line) => {
	program
		.command("migrate")
		.description("bring the database up to date (serve does it by itself)")
		.action(async () => {
			const applied = await migrateDatabase(line.config());
			line.print({ applied }, applied.length > 0 ? applied.map((name) => `applied ${name}`) : ["up to date"]);
		});
};

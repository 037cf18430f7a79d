import { mkdirSync } from "node:fs";
import { dataPlaces } from "../config.ts";
import { migrations } from "../migrations/all.ts";
import { migrateSqliteFile } from "../platform/db/sqlite/prepare-file.ts";
import type { AddCommand } from "./command-line.ts";

export const addMigrate: AddCommand = (program, line) => {
	program
		.command("migrate")
		.description("bring the database up to date (serve does it by itself)")
		.action(async () => {
			const places = dataPlaces(line.config());
			mkdirSync(places.folder, { recursive: true });
			const applied = await migrateSqliteFile(places.database, migrations);
			line.print({ applied }, applied.length > 0 ? applied.map((name) => `applied ${name}`) : ["up to date"]);
		});
};

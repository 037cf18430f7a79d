import { join } from "node:path";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { commandLine } from "../../test/support/command-line.ts";
import { openSchema, postgresUrl } from "../../test/support/schemas.ts";
import { exitCodes } from "./command-line.ts";

if (!postgresUrl) console.info("PostgreSQL is not installed: no empty database is tested");

test.skipIf(!postgresUrl)(
	"refuses a command on an empty PostgreSQL database, and makes no installation there",
	async () => {
		const schema = await openSchema(`export ${process.pid} ${performance.now()}`);
		onTestFinished(() => schema.drop());
		const mistyped = commandLine({ PACKSHOT_DATABASE_URL: schema.url, PACKSHOT_SECRET: "s".repeat(40) });
		onTestFinished(mistyped.remove);
		const { code, stderr } = await mistyped.packshot("export", join(mistyped.folder, "out"));
		expect([code, stderr]).toEqual([
			exitCodes.failure,
			"packshot: there is no installation in the database of PACKSHOT_DATABASE_URL\n",
		]);
		const client = new Client(schema.url);
		await client.connect();
		onTestFinished(() => client.end());
		const tables = await client.query("select tablename from pg_tables where schemaname = current_schema()");
		expect(tables.rows).toEqual([]);
	},
);

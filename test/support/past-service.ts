import { join } from "node:path";
import { Client } from "pg";
import { sqliteLibrary } from "../../src/platform/db/sqlite/library.ts";
import { runOn, type TestSchema } from "./schemas.ts";

const { DatabaseSync } = sqliteLibrary();

/** Direct access to a service's database. */
interface PastService {
	run(sql: string): Promise<void>;
	/** Takes the lock that writes need. @returns a function that releases it. */
	hold(): Promise<() => Promise<void>>;
}

export function pastService(folder: string, schema: TestSchema | undefined): PastService {
	return schema ? onServer(schema.url) : inFile(join(folder, "packshot.sqlite"));
}

function inFile(file: string): PastService {
	return {
		async run(sql) {
			const database = new DatabaseSync(file, { timeout: 5000 });
			database.exec(sql);
			database.close();
		},
		async hold() {
			const database = new DatabaseSync(file);
			database.exec("begin immediate");
			return async () => {
				database.exec("commit");
				database.close();
			};
		},
	};
}

function onServer(url: string): PastService {
	return {
		run: (sql) => runOn(url, sql),
		async hold() {
			const client = new Client(url);
			await client.connect();
			await client.query("begin; lock table client, sign_in_failure, service_state in exclusive mode");
			return async () => {
				await client.query("commit");
				await client.end();
			};
		},
	};
}

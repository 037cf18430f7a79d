import { hash } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";

/** An empty schema on the tests' server, as a database of its own. */
export interface TestSchema {
	readonly url: string;
	drop(): Promise<void>;
}

export const postgresUrl = inject("postgresUrl");

/** Whether whole services run on PostgreSQL in this run. */
export const onPostgres = process.env.PACKSHOT_TEST_ENGINE === "postgres";

/** @param owner whose schema it is: the same owner comes back to the same schema. */
export async function openSchema(owner: string, server = postgresUrl): Promise<TestSchema> {
	const name = `test_${hash("sha256", owner).slice(0, 20)}`;
	await runOn(server, `create schema if not exists ${name}`);
	const url = new URL(server);
	url.searchParams.set("options", `-c search_path=${name}`);
	return { url: url.href, drop: () => runOn(server, `drop schema ${name} cascade`) };
}

/** Runs SQL past the service. */
export async function runOn(url: string, text: string): Promise<void> {
	const client = new Client(url);
	await client.connect();
	try {
		await client.query(`set client_min_messages = warning; ${text}`);
	} finally {
		await client.end();
	}
}

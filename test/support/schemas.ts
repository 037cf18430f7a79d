import { hash } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { migrations } from "../../src/migrations/all.ts";
import { migratePostgres } from "../../src/platform/db/postgres/prepare-schema.ts";

/** An empty schema on the tests' server that serves as a separate database. */
export interface TestSchema {
	readonly url: string;
	drop(): Promise<void>;
}

export const postgresUrl = inject("postgresUrl");
const template = inject("postgresTemplate");

/** Whether this run starts whole services on PostgreSQL. */
export const onPostgres = process.env.PACKSHOT_TEST_ENGINE === "postgres";

/** @param owner the same owner gets the same schema again. */
export async function openSchema(owner: string, server = postgresUrl): Promise<TestSchema> {
	const name = nameOf(owner);
	await runOn(server, `create schema if not exists ${name}`);
	const url = new URL(server);
	url.searchParams.set("options", `-c search_path=${name}`);
	return { url: url.href, drop: () => runOn(server, `drop schema ${name} cascade`) };
}

/**
 * An empty database with the current schema on the tests' server: a copy of one migrated database, as migrating takes ten times as long.
 * @param owner the same owner gets the same database again.
 */
export async function openMigrated(owner: string): Promise<TestSchema> {
	if (template === "") {
		const schema = await openSchema(owner);
		await migratePostgres(schema.url, migrations);
		return schema;
	}
	const name = nameOf(owner);
	await runOn(postgresUrl, `create database ${name} template ${template} strategy file_copy`).catch(
		(fault) => {
			if (!IS_THERE.has(fault.code)) throw fault;
		},
	);
	const url = new URL(postgresUrl);
	url.pathname = name;
	return { url: url.href, drop: () => runOn(postgresUrl, `drop database ${name} with (force)`) };
}

/** An empty database, to which no other test connects. */
export async function openDatabase(owner: string): Promise<TestSchema> {
	const name = nameOf(owner);
	await runOn(postgresUrl, `create database ${name}`);
	const url = new URL(postgresUrl);
	url.pathname = name;
	return { url: url.href, drop: () => runOn(postgresUrl, `drop database ${name} with (force)`) };
}

/** `duplicate_database`, and the error raised when two create it at the same moment. */
const IS_THERE = new Set(["42P04", "23505"]);

function nameOf(owner: string): string {
	return `test_${hash("sha256", owner).slice(0, 20)}`;
}

/** Runs SQL directly on the database. */
export async function runOn(url: string, text: string): Promise<void> {
	const client = new Client(url);
	await client.connect();
	try {
		await client.query("set client_min_messages = warning");
		await client.query(text);
	} finally {
		await client.end();
	}
}

import { describe, expect, onTestFinished, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { migrations } from "../../migrations/all.ts";
import { SchemaTooNew } from "./migrate.ts";
import { knownSteps } from "./row-copy.ts";
import { tablesOf } from "./sqlite/row-source.ts";
import "../../commands.ts";

test("derives tables and columns from the migrations alone", async () => {
	const tables = await tablesOf(migrations.slice(0, 1));
	expect(tables.find(({ name }) => name === "used_url")).toEqual({
		name: "used_url",
		columns: ["url_id", "expires_at"],
		kinds: ["text", "integer"],
	});
	expect(tables.map(({ name }) => name)).not.toContain("migration");
	expect(tables.map(({ name }) => name)).not.toContain("sign_in_window");
});

test("rejects a migration unknown to this version", () => {
	expect(knownSteps(["0001-first-schema"], migrations)).toEqual(migrations.slice(0, 1));
	expect(() => knownSteps(["0001-first-schema", "9999-later"], migrations)).toThrow(SchemaTooNew);
});

describe.each(engines)("$name", ({ open }) => {
	test("has the columns that the migrations produce", async () => {
		const { db, close } = await open();
		onTestFinished(close);
		for (const { name, columns } of await tablesOf(migrations)) {
			const rows = await db.read
				.selectFrom(name as "client")
				.select(columns as "client_id"[])
				.execute();
			expect(rows).toBeInstanceOf(Array);
		}
	});
});

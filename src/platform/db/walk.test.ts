import { describe, expect, onTestFinished, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import "../service-state.ts";
import { walk } from "./walk.ts";

describe.each(engines)("walking on $name", ({ open }) => {
	async function opened(names: readonly string[]) {
		const { db, execute, close } = await open();
		onTestFinished(close);
		const insert = (more: readonly string[]) =>
			execute(
				`insert into service_state (name, value) values ${more.map((name) => `('${name}', 'walked')`).join(", ")}`,
			);
		await insert(names);
		return {
			rows: db.scan.selectFrom("service_state").selectAll().where("value", "=", "walked"),
			execute,
			insert,
		};
	}

	test.each([1, 2, 3, 9])("every row comes once and in order, %i to a page", async (pageRows) => {
		const { rows } = await opened(["c", "a", "b", "d"]);
		const pages: string[][] = [];
		for await (const page of walk(rows, "name", pageRows)) pages.push(page.map(({ name }) => name));
		expect(pages.flat()).toEqual(["a", "b", "c", "d"]);
		expect(Math.max(...pages.map((page) => page.length))).toBe(Math.min(4, pageRows));
	});

	test("rows removed or added meanwhile make it neither skip nor repeat others", async () => {
		const { rows, execute, insert } = await opened(["b", "d", "f", "h"]);
		const seen: string[] = [];
		for await (const page of walk(rows, "name", 2)) {
			seen.push(...page.map(({ name }) => name));
			if (seen.length > 2) continue;
			await execute("delete from service_state where name in ('b', 'd')");
			await insert(["a", "g"]);
		}
		expect(seen).toEqual(["b", "d", "f", "g", "h"]);
	});
});

import { sumScores } from "@packshot/marking/search";
import { afterAll, describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { createSearchThreads } from "../search/search-threads.ts";
import { readClientPages } from "./client-pages.ts";
import { clientScoresOf } from "./client-scores.ts";

const picture = {
	imageId: "01/watermarked",
	weights: Float64Array.from({ length: 20 }, (_, i) => i / 20 - 0.5),
	biases: Float64Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 54 : 202) / 256),
};

const threads = createSearchThreads();
afterAll(() => threads.close());

describe.each(engines)("$name", ({ name, opened }) => {
	const engine = opened();

	/** Numbered clients with random seeds. */
	function addClients(from: number, to: number): Promise<void> {
		const onSqlite = name === "SQLite";
		const seed = onSqlite ? "randomblob(32)" : "sha256((random()::text || n::text)::bytea)";
		const numbers = onSqlite
			? `(with recursive numbers(n) as (select ${from} union all select n + 1 from numbers where n < ${to}) select n from numbers) as numbers`
			: `generate_series(${from}, ${to}) as numbers(n)`;
		return engine.execute(`insert into client (client_id, name, tier, key_hash, key_version, allowlist, locks, barcode_prefixes, brands,
			departments, multi_use_urls, watermark, mark_seed, created_at)
			select 'c' || n, 'Client', 'basic', 'h' || n, 1, '[]', '[]', '[]', '[]', '[]', 0, 'tier', ${seed}, 0 from ${numbers}`);
	}
	async function oneByOne() {
		const rows = await engine.db.read
			.selectFrom("client")
			.select(["client_id", "mark_seed"])
			.orderBy("client_id")
			.execute();
		return {
			clientIds: rows.map((row) => row.client_id),
			sums: rows.map(({ mark_seed }) => sumScores([picture], new Uint8Array(mark_seed))[0]?.[0]),
		};
	}

	test("without clients there are no scores", async () => {
		const scores = clientScoresOf(await readClientPages(engine.db), threads);
		expect(await scores.sums([picture])).toEqual([new Float64Array()]);
	});

	test.each([
		["a few clients", 1, 30],
		["enough clients to be scored by threads", 31, 10_001],
	])("%s get the same scores as when scored one by one, in the order of their ids", async (_, from, to) => {
		await addClients(from, to);
		const scores = clientScoresOf(await readClientPages(engine.db), threads);
		const { clientIds, sums } = await oneByOne();
		expect([...((await scores.sums([picture]))[0] ?? [])]).toEqual(sums);
		const places = [to - 1, 0, 17];
		expect(scores.clientIds(places)).toEqual(places.map((place) => clientIds[place]));
	});
});

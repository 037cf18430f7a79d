import { sqliteLibrary } from "../../src/platform/db/sqlite/library.ts";

const { DatabaseSync } = sqliteLibrary();

/** SQL that makes each new product take about this long within its transaction, as on a slow disk. */
export function slowProducts(engine: "SQLite" | "PostgreSQL", seconds: number): string {
	if (engine === "PostgreSQL") {
		return `create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(${seconds}); return new; end $$;
			create trigger slow before insert on product for each row execute function wait()`;
	}
	return `create trigger slow after insert on product begin ${counting(Math.round(seconds * countedInSecond()))}; end`;
}

/** SQLite has no sleep function, so it counts. */
function counting(upTo: number): string {
	return `select max(n) from (with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${upTo}) select n from numbers)`;
}

/** Best of several: a machine that is busy later only makes products slower. */
function countedInSecond(): number {
	const numbers = 500_000;
	const database = new DatabaseSync(":memory:");
	const statement = database.prepare(counting(numbers));
	const tookMs = Array.from({ length: 4 }, () => {
		const beganMs = performance.now();
		statement.all();
		return performance.now() - beganMs;
	});
	database.close();
	return (numbers / Math.min(...tookMs)) * 1000;
}

import type { CompiledQuery } from "kysely";
import type { Pool } from "pg";
import type { PointRead } from "../database.ts";
import { queryOn } from "./connections.ts";
import { asUnavailable } from "./faults.ts";

interface Waiting {
	readonly given: readonly unknown[];
	readonly resolve: (row: unknown) => void;
	readonly reject: (fault: unknown) => void;
}

/** Maximum number of concurrent statements of one kind; calls that arrive meanwhile are queued. */
const AT_ONCE = 2;
const BATCH_LIMIT = 500;

let lastNumber = 0;

/** A point read that fetches all queued points with one statement: a round trip costs much more than a row. */
export function pointReadOn<R>(pool: Pool, query: CompiledQuery<R>): PointRead<R> {
	const queues = new Map<string, (waiting: Waiting) => void>();
	return (...given) => {
		const kinds = given.map((value) => (typeof value === "number" ? "bigint" : "text"));
		const key = kinds.join();
		let ask = queues.get(key);
		if (!ask) {
			ask = gathering((points) => readPoints(pool, statementFor(query, kinds), points));
			queues.set(key, ask);
		}
		const join = ask;
		return new Promise((resolve, reject) => {
			join({ given, resolve: resolve as (row: unknown) => void, reject });
		});
	};
}

/** Calls `read` with the queued points, right after the turn of the event loop in which they arrived. */
function gathering(read: (points: readonly Waiting[]) => Promise<void>): (waiting: Waiting) => void {
	let waiting: Waiting[] = [];
	let underWay = 0;
	const work = async () => {
		while (waiting.length > 0) {
			const points = waiting.slice(0, BATCH_LIMIT);
			waiting = waiting.slice(BATCH_LIMIT);
			await read(points);
		}
		underWay--;
	};
	return (point) => {
		waiting.push(point);
		if (underWay >= AT_ONCE) return;
		underWay++;
		setImmediate(work);
	};
}

interface PointStatement {
	readonly name: string;
	readonly text: string;
	readonly constants: readonly unknown[];
	readonly givenCount: number;
}

/** The query once per point; points are passed as one array for each argument. */
function statementFor(query: CompiledQuery, kinds: readonly string[]): PointStatement {
	const text = query.sql.replace(/\$(\d+)/g, (_, digits: string) => {
		const place = Number(digits);
		if (place > kinds.length) return `$${place}`;
		// All text columns of the schema compare by bytes; a parameter must not use another collation.
		return kinds[place - 1] === "text" ? `(given.v${place} collate "C")` : `given.v${place}`;
	});
	const arrays = kinds.map((kind, index) => `$${index + 1}::${kind}[]`).join(", ");
	const columns = kinds.map((_, index) => `v${index + 1}`).join(", ");
	return {
		name: `packshot_point_${++lastNumber}`,
		text: `select given.place as point_place, found.* from unnest(${arrays}) with ordinality as given(${columns}, place)
			cross join lateral (${text} limit 1) as found`,
		constants: query.parameters.slice(kinds.length),
		givenCount: kinds.length,
	};
}

type PointRow = Record<string, unknown> & { point_place?: number };

async function readPoints(pool: Pool, statement: PointStatement, points: readonly Waiting[]): Promise<void> {
	const { name, text, constants, givenCount } = statement;
	const arrays = Array.from({ length: givenCount }, (_, index) => points.map(({ given }) => given[index]));
	try {
		const { rows } = await queryOn<PointRow>(pool, { name, text, values: [...arrays, ...constants] });
		const found = new Map<number, PointRow>();
		for (const row of rows) {
			if (row.point_place !== undefined) found.set(row.point_place, row);
			delete row.point_place;
		}
		points.forEach(({ resolve }, index) => {
			resolve(found.get(index + 1));
		});
	} catch (fault) {
		const unavailable = asUnavailable(fault);
		for (const { reject } of points) reject(unavailable);
	}
}

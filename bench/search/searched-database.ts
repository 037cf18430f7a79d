import { join } from "node:path";
import pg from "pg";
import { sqliteLibrary } from "../../src/platform/db/sqlite/library.ts";

const { DatabaseSync } = sqliteLibrary();

/** A picture that was really imported. */
export interface StoredImage {
	readonly image_id: string;
	readonly barcode: string;
	readonly fingerprint: Uint8Array;
}

interface FilledPicture {
	readonly id: string;
	readonly barcode: string;
	readonly fingerprint: Uint8Array;
}

/** An installation's database, filled in ways that no command allows. */
export interface SearchedDatabase {
	images(): Promise<StoredImage[]>;
	nextPack(): Promise<number>;
	/** Adds a pack and its picture rows, which are copies of `model` except for the given values. */
	add(
		pack: number,
		row: { readonly ids: string; readonly prints: Uint8Array },
		pictures: readonly FilledPicture[],
		model: StoredImage,
	): Promise<void>;
	/** Writes what is still buffered. */
	finish(): Promise<void>;
	/** Adds clients with random seeds until there are this many. */
	addClients(count: number): Promise<void>;
	close(): Promise<void>;
}

type Run = (sql: string, parameters?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;

const TRANSACTION_PACKS = 200;

/** Differences between the two engines. */
interface Dialect {
	readonly place: (n: number) => string;
	readonly randomBytes: string;
	readonly numbers: (from: number, to: number) => string;
}

export function openSqliteFile(folder: string): SearchedDatabase {
	const db = new DatabaseSync(join(folder, "packshot.sqlite"), { timeout: 10_000 });
	db.exec("pragma journal_mode = wal; pragma synchronous = off");
	const run: Run = async (sql, parameters = []) =>
		db.prepare(sql).all(...(parameters as [])) as Record<string, unknown>[];
	return searched(run, async () => db.close(), {
		place: () => "?",
		randomBytes: "randomblob(32)",
		numbers: (from, to) =>
			`(with recursive numbers(n) as (select ${from} union all select n + 1 from numbers where n < ${to}) select n from numbers)`,
	});
}

export async function openServer(url: string): Promise<SearchedDatabase> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	const run: Run = async (sql, parameters = []) => (await client.query(sql, [...parameters])).rows;
	return searched(run, () => client.end(), {
		place: (n) => `$${n}`,
		randomBytes: "sha256((random()::text || random()::text)::bytea)",
		numbers: (from, to) => `(select n from generate_series(${from}, ${to}) as numbers(n))`,
	});
}

function searched(run: Run, close: () => Promise<void>, dialect: Dialect): SearchedDatabase {
	const { place } = dialect;
	let packs = 0;
	/** A copy of a row with other values in some columns. */
	async function copyingInsert(table: string, changed: Record<string, string>): Promise<string> {
		const [row = {}] = await run(`select * from ${table} limit 1`);
		const columns = Object.keys(row);
		const values = columns.map((column) => changed[column] ?? column);
		return `insert into ${table} (${columns.join(", ")}) select ${values.join(", ")} from ${table}`;
	}
	let insertImage: string | undefined;
	return {
		images: async () =>
			(await run(
				"select image_id, barcode, fingerprint from image where active = 1",
			)) as unknown as StoredImage[],
		async nextPack() {
			const [row] = await run("select max(pack) as pack from search_pack");
			return Number(row?.pack ?? 0) + 1;
		},
		async add(pack, { ids, prints }, pictures, model) {
			if (packs++ % TRANSACTION_PACKS === 0) await run("begin");
			await run(
				`insert into search_pack (pack, image_ids, prints) values (${place(1)}, ${place(2)}, ${place(3)})`,
				[pack, ids, prints],
			);
			insertImage ??= `${await copyingInsert("image", { image_id: place(1), barcode: place(2), active: "0", fingerprint: place(3), search_pack: place(4) })} where image_id = ${place(5)}`;
			for (const { id, barcode, fingerprint } of pictures)
				await run(insertImage, [id, barcode, fingerprint, pack, model.image_id]);
			if (packs % TRANSACTION_PACKS === 0) await run("commit");
		},
		async finish() {
			if (packs % TRANSACTION_PACKS !== 0) await run("commit");
			packs = 0;
		},
		async addClients(count) {
			const [row] = await run("select count(*) as n, min(client_id) as first from client");
			const insert = await copyingInsert("client", {
				client_id: "'bench-' || numbers.n",
				mark_seed: dialect.randomBytes,
				key_hash: "'bench-' || numbers.n",
			});
			const numbers = dialect.numbers(Number(row?.n) + 1, count);
			await run(`${insert} cross join ${numbers} as numbers where client_id = '${String(row?.first)}'`);
		},
		close,
	};
}

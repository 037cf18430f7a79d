import { counted, openFilling, type Settings } from "../administration/filling.ts";

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

const TRANSACTION_PACKS = 200;

/** Opens the database that the settings point to. */
export async function openSearched(data: string, settings: Settings): Promise<SearchedDatabase> {
	const { run, parameter, randomBytes, close } = await openFilling(data, settings);
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
				`insert into search_pack (pack, image_ids, prints) values (${parameter(1)}, ${parameter(2)}, ${parameter(3)})`,
				[pack, ids, prints],
			);
			insertImage ??= `${await copyingInsert("image", { image_id: parameter(1), barcode: parameter(2), active: "0", fingerprint: parameter(3), search_pack: parameter(4) })} where image_id = ${parameter(5)}`;
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
			const before = Number(row?.n);
			if (count <= before) return;
			const id = `'bench-' || (i + ${before + 1})`;
			const insert = await copyingInsert("client", {
				client_id: id,
				mark_seed: randomBytes,
				key_hash: id,
			});
			await run(
				`${insert} cross join (${counted(count - before)} select i from counted) as numbers where client_id = '${String(row?.first)}'`,
			);
		},
		close,
	};
}

import { DAY_MS } from "../../src/platform/time/durations.ts";
import { counted, type Filling } from "./filling.ts";
import { accountOf, CLIENTS, clientOf, timeOf } from "./people.ts";

/** Numbers of items that people work on. */
const IMPORTS = 20_000;
const REFUSALS = 100_000;
const PROPOSALS = 100_000;
const CASES = 5000;
const CHANGES = 1_000_000;
const CHANGES_OF_ONE = 5000;

/** 26 characters ending in the digits of a number. */
const ulidOf = (number: string) => `'01aaaaaaaaaaaaaaa' || cast(100000000 + ${number} as text)`;
/** The import with many refusals, and the case that is viewed. */
export const LONG_IMPORT = `01aaaaaaaaaaaaaaa${100_000_000 + IMPORTS - 1}`;
export const ONE_CASE = "case_01aaaaaaaaaaaaaaa100000007";
/** Values that are searched for and filtered by. */
export const RARE = { batch: "batch_19999", ownership: "owner_777", cause: "A rare cause" } as const;

/** SQL for the barcode of the first product with at least this id, given as an SQL expression. */
const barcodeOf = (id: string) => `(select barcode from product where id >= ${id} order by id limit 1)`;

/** Adds imports with their refusals, proposals, cases, pictures to be reviewed, and the history of products. */
export async function fillWork(filling: Filling, products: number, nowMs: number): Promise<void> {
	await fillImports(filling, nowMs);
	await fillProposals(filling, products, nowMs);
	await fillCases(filling, products, nowMs);
	await filling.withoutIndexes("image", async () => {
		await filling.run(imagesSql(nowMs));
	});
	await filling.withoutIndexes("product_history", () => fillHistory(filling, products, nowMs));
}

async function fillImports({ run }: Filling, nowMs: number): Promise<void> {
	const report = JSON.stringify({
		products: { created: 900, updated: 50, unchanged: 50 },
		images: { created: 900, updated: 0, unchanged: 0 },
		refused: 3,
		causes: [{ cause: RARE.cause, count: 3 }],
		unmarkable: 0,
		noted: [],
		notedCount: 0,
		ignored: 0,
		tookMs: 60_000,
	});
	await run(`insert into import_batch (import_id, origin, account_id, source_batch, ownership, existing_only, files, size_bytes, state,
			check_report, report, change_sets, created_at)
		${counted(IMPORTS)}
		select ${ulidOf("i")}, case when i % 3 = 0 then 'command' else 'page' end, ${accountOf("500")}, 'batch_' || i, 'owner_' || (i % 1000), 0,
			'[{"name":"pictures.zip","sizeBytes":1000000,"sha256":null}]', 1000000, 'imported', '${report}', '${report}', '[]',
			${timeOf(nowMs, IMPORTS)}
		from counted`);
	await run(doneTasks("import", "import_id", "import_batch"));
	await run(`insert into import_refusal (import_id, number, source, line, cause, reason, expires_at)
		${counted(REFUSALS)}
		select '${LONG_IMPORT}', i + 1, 'pictures.zip/' || i || '.jpg', null,
			case when i = ${REFUSALS - 1} then '${RARE.cause}' else 'The file name holds no barcode' end, 'The file name holds no barcode: ' || i, ${nowMs + 90 * DAY_MS}
		from counted`);
}

/** The task of each row, which is done. */
function doneTasks(kind: string, ref: string, table: string): string {
	return `insert into task (kind, ref, state, lease_until, attempts, created_at, started_at, ended_at)
		select '${kind}', ${ref}, 'done', 0, 1, created_at, created_at, created_at from ${table}`;
}

/** One in five is still waiting; each has two pictures. */
async function fillProposals({ run }: Filling, products: number, nowMs: number): Promise<void> {
	await run(`insert into proposal (proposal_id, account_id, ownership, barcode, fields, seen, state, proposed_at, decided_at, decided_by)
		${counted(PROPOSALS)}
		select 'prop_' || (10000000 + i), ${accountOf(`i % ${CLIENTS}`)}, 'supplier', ${barcodeOf(`1 + i * 7919 % ${products}`)}, '{"info":{"brand":"Better"}}',
			'{"isKnown":true,"fields":{},"pictures":{}}', case when i % 5 = 0 then 'waiting' when i % 5 = 1 then 'rejected' when i % 25 = 2 then 'withdrawn' else 'approved' end,
			${timeOf(nowMs, PROPOSALS)}, ${timeOf(nowMs, PROPOSALS)}, ${accountOf("500")}
		from counted`);
	await run(`insert into proposal_picture (picture_id, account_id, proposal_id, variant, original_sha256, width, height, size_bytes, quality_notes, uploaded_at)
		${counted(2 * PROPOSALS)}
		select ${ulidOf("i")}, ${accountOf(`i / 2 % ${CLIENTS}`)}, 'prop_' || (10000000 + i / 2), case when i % 2 = 0 then 'front' else 'back' end,
			'', 1600, 1600, 250000, '', ${nowMs}
		from counted`);
}

/** Each result lists a hundred deliveries to each of three clients. */
async function fillCases({ run }: Filling, products: number, nowMs: number): Promise<void> {
	const deliveries = Array.from({ length: 100 }, () => ({
		at: "2026-01-01T00:00:00.000Z",
		address: "192.0.2.1",
		request_id: "req_0123456789",
	}));
	const candidate = {
		client_name: "Shop 7",
		score: 9.1,
		false_positive_probability: 1e-9,
		probability_words: "one in a billion",
		is_named: true,
		deliveries,
		delivery_count: 100,
		evidence: [1],
	};
	const result = JSON.stringify({
		verdict: "identified",
		origin: null,
		leaks: [{ shows: null }],
		clients_scored: CLIENTS,
		case_sha256: null,
		candidates: [1, 2, 3].map((number) => ({ client_id: `ps_client_${number}`, ...candidate })),
	});
	await run(`insert into leak_case (case_id, name, note, state, barcode, variant, created_by, created_at, changed_at, result, search_text)
		${counted(CASES)}
		select 'case_' || ${ulidOf("i")}, 'Case ' || i, 'Seen in a shop of the town', case when i % 3 = 0 then 'open' else 'closed' end, ${barcodeOf(`1 + i * 7919 % ${products}`)},
			'front', ${accountOf("500")}, ${timeOf(nowMs, CASES)}, ${nowMs}, '${result}', 'case ' || i || ' seen in a shop of the town shop 7'
		from counted`);
	await run(doneTasks("case", "case_id", "leak_case"));
	await run(`insert into leak_case_file (case_id, file, content_type, size_bytes, sha256, width, height, stored_blob)
		${counted(3 * CASES)}
		select 'case_' || ${ulidOf("i / 3")}, case i % 3 when 0 then 'leak-1' when 1 then 'preview-1' else 'case' end, 'image/jpeg', 250000, '', 800, 800, 'cases/' || i
		from counted`);
}

/** Pictures for one product in three; most have a note, one in thirty cannot be marked. */
function imagesSql(nowMs: number): string {
	return `insert into image (image_id, barcode, variant, active, content_type, width, height, size_bytes, original_sha256, photo_date, uploaded_at, ownership,
			source_batch, original_blob, watermarked_blob, plain_blob, markable, watermark_version, created_at, plain_size_bytes, webp_thumbnail_blob,
			jpeg_thumbnail_blob, quality_notes)
		select ${ulidOf("i")}, barcode, 'front', 1, 'image/jpeg', 1600, 1600, 250000, '', '2026-01-01', ${nowMs}, 'studio', 'zip_upload',
			'o/' || i, 'w/' || i, 'p/' || i, case when i % 31 = 0 then 0 else 1 end, '1', ${nowMs}, 250000, 't/' || i, 'j/' || i,
			case i % 10 when 0 then 'blurred' when 1 then 'under_500_px' when 2 then 'blurred,not_centred' when 3 then 'background_not_white' when 4 then 'clipped'
				when 5 then 'not_centred' else '' end
		from (select barcode, row_number() over (order by id) - 1 as i from product) as product where i % 3 = 0`;
}

/** Changes spread over all products, and many changes of the first one. */
async function fillHistory({ run }: Filling, products: number, nowMs: number): Promise<void> {
	await run(`insert into change_set (opened_at, closed_at, kind, account_id, batch, ownership, after_history)
		${counted(IMPORTS)}
		select ${timeOf(nowMs, IMPORTS)}, ${timeOf(nowMs, IMPORTS)}, 'import', ${accountOf("500")}, 'batch_' || i, 'owner_' || (i % 1000), i * 50 from counted`);
	const before = JSON.stringify({ info: { product_name: "An older name", brand: "An older brand" } });
	await run(`insert into product_history (barcode, at, change_set, kind, changed, values_before)
		${counted(CHANGES)}
		select ${barcodeOf(`case when i % ${CHANGES / CHANGES_OF_ONE} = 0 then 1 else 1 + i * 7919 % ${products} end`)}, ${timeOf(nowMs, CHANGES)}, 1 + i % ${IMPORTS},
			case when i % 1000 = 999 then 'removed' else 'changed' end, 1, '${before}'
		from counted`);
}

/** What a key has besides its calls: orders, and the keys, lists and basket of its account. */
export async function fillBought(
	{ run }: Filling,
	{ clientId, accountId }: { readonly clientId: string; readonly accountId: string },
	nowMs: number,
): Promise<void> {
	await run(`insert into client_order (order_id, client_id, created_at, expires_at, name, units, lines, lines_found, request_id, content_blob, noted_at)
		${counted(20_000)}
		select 'ord_' || ${ulidOf("i")}, '${clientId}', ${timeOf(nowMs, 20_000)}, ${nowMs + 90 * DAY_MS}, 'Order ' || i, 90000, 10, 10, 'req_order_' || i, 'orders/' || i, ${nowMs}
		from counted`);
	await run(
		`update client set owner_id = '${accountId}' where client_id in (select ${clientOf("i")} from (${counted(200)} select i from counted) as numbers)`,
	);
	await run(`insert into product_list (list_id, account_id, name, barcodes, barcode_count, created_at, changed_at)
		${counted(100)}
		select 'list_' || i, '${accountId}', 'List ' || i, (select '["' || '4011' || '"]'), 1, ${nowMs}, ${nowMs} from counted`);
	await run(`insert into basket_item (account_id, barcode, place)
		select '${accountId}', barcode, row_number() over (order by id) from (select id, barcode from product order by id limit 1000) as product`);
}

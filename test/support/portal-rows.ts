import type { TestService } from "./service.ts";

/** Everything in the database that a refused request must leave unchanged. */
export async function portalRows(packshot: TestService): Promise<string> {
	const { read } = packshot.installation.db;
	return JSON.stringify([
		await read.selectFrom("account").selectAll().orderBy("account_id").execute(),
		await read.selectFrom("client").selectAll().orderBy("client_id").execute(),
		await read.selectFrom("basket_item").selectAll().orderBy("barcode").execute(),
		await read.selectFrom("product_list").selectAll().orderBy("list_id").execute(),
		await read.selectFrom("client_order").selectAll().orderBy("order_id").execute(),
		await read.selectFrom("top_up").selectAll().orderBy("top_up_id").execute(),
		await read.selectFrom("import_batch").selectAll().orderBy("import_id").execute(),
		await read.selectFrom("task").selectAll().orderBy("kind").orderBy("ref").execute(),
		await read.selectFrom("webhook").selectAll().orderBy("client_id").execute(),
		await read.selectFrom("proposal").selectAll().orderBy("proposal_id").execute(),
		await read.selectFrom("ledger").selectAll().orderBy("seq").execute(),
		await read.selectFrom("portal_event").selectAll().orderBy("id").execute(),
		await read.selectFrom("portal_setting").selectAll().orderBy("name").execute(),
		await read.selectFrom("leak_case").selectAll().orderBy("case_id").execute(),
		await read.selectFrom("leak_case_note").selectAll().orderBy("note_id").execute(),
		await read.selectFrom("case_link").selectAll().orderBy("link_id").execute(),
		await read.selectFrom("password_reset").selectAll().orderBy("token_hash").execute(),
		await read.selectFrom("account_session").select("session_hash").orderBy("session_hash").execute(),
	]);
}

import { type Call, handlers } from "../../../pages/call.ts";
import { requireFound, requireName } from "../../../pages/errors.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { BodyOf } from "../../../platform/http/route.ts";
import { ulid } from "../../../platform/ids.ts";
import { isoTime } from "../../../platform/time/clock.ts";
import { orderErrors } from "../../errors.ts";
import type { ProductListTable } from "../tables.ts";
import { changeList, findList, forgetList, saveList } from "./changes.ts";
import { listRoutes, MOST_LISTS } from "./contract.ts";

/** Handlers for an account's saved lists. They are private notes: nothing of them is recorded as an event. */
export function listHandlers({ db }: { readonly db: Database }) {
	return handlers(listRoutes)({
		async "GET /lists"({ person }) {
			const rows = await db.read
				.selectFrom("product_list")
				.select(["list_id", "name", "barcode_count", "created_at", "changed_at"])
				.where("account_id", "=", person.shop.account_id)
				.execute();
			const data = rows.map(summary).sort((one, other) => one.name.localeCompare(other.name));
			return { data, most: MOST_LISTS };
		},
		async "POST /lists"({ person, body, nowMs }) {
			const listId = `list_${ulid(nowMs)}`;
			const accountId = person.shop.account_id;
			const outcome = await db.write(saveList, { listId, accountId, ...contentOf(body), nowMs });
			if (outcome !== "saved") throw orderErrors[outcome]();
			return ownList(db, { person, path: { list_id: listId } });
		},
		"GET /lists/{list_id}": (call) => ownList(db, call),
		async "PUT /lists/{list_id}"(call) {
			const { person, path, body, nowMs } = call;
			const accountId = person.shop.account_id;
			const input = { listId: path.list_id, accountId, ...contentOf(body), nowMs };
			requireFound(await db.write(changeList, input));
			return ownList(db, call);
		},
		async "DELETE /lists/{list_id}"({ person, path }) {
			const accountId = person.shop.account_id;
			requireFound(await db.write(forgetList, { listId: path.list_id, accountId }));
		},
	});
}

async function ownList(
	db: Database,
	{ person, path }: Pick<Call<(typeof listRoutes)["GET /lists/{list_id}"]>, "person" | "path">,
) {
	const row = requireFound(await findList(db.read, person.shop.account_id, path.list_id));
	return { ...summary(row), barcodes: JSON.parse(row.barcodes) as string[] };
}

function summary(row: Omit<ProductListTable, "account_id" | "barcodes">) {
	return {
		list_id: row.list_id,
		name: row.name,
		barcode_count: row.barcode_count,
		created_at: isoTime(row.created_at),
		changed_at: isoTime(row.changed_at),
	};
}

function contentOf({ name, barcodes }: BodyOf<(typeof listRoutes)["POST /lists"]>) {
	return { name: requireName("name", name), barcodes: [...new Set(barcodes)] };
}

import { command } from "../../platform/db/command.ts";
import { ROWS_AT_ONCE } from "../../platform/retention.ts";
import { integerSetting } from "../../platform/settings.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import "./tables.ts";

export const historySettings = {
	days: integerSetting(
		"PACKSHOT_HISTORY_DAYS",
		365,
		{ min: 1, max: 100_000 },
		"Days for which the history of a product shows a change with its previous values, and the change can be undone",
	),
};

/** An import that was killed leaves its set open; none runs for this long. */
const LONGEST_IMPORT_MS = 7 * DAY_MS;

/** Deletes some of the oldest changes that are old enough, then the sets they belonged to. Stamps never decrease. @returns whether there may be more. */
export const trimHistory = command<{ readonly beforeMs: number }, boolean>(
	"catalogue.trim_history",
	async (tx, { beforeMs }) => {
		const oldest = tx
			.selectFrom("product_history")
			.select(["id", "at"])
			.orderBy("id")
			.limit(ROWS_AT_ONCE)
			.as("oldest");
		const { numDeletedRows } = await tx
			.deleteFrom("product_history")
			.where("id", "in", (rows) =>
				rows.selectFrom(oldest).select("oldest.id").where("oldest.at", "<", beforeMs),
			)
			.executeTakeFirst();
		if (Number(numDeletedRows) >= ROWS_AT_ONCE) return true;
		const sets = await tx
			.deleteFrom("change_set")
			.where("id", "in", (rows) =>
				rows
					.selectFrom("change_set")
					.select("id")
					.where("opened_at", "<", beforeMs)
					.where((is) =>
						is(is.fn.coalesce("closed_at", is("opened_at", "+", LONGEST_IMPORT_MS)), "<", beforeMs),
					)
					.orderBy("opened_at")
					.limit(ROWS_AT_ONCE),
			)
			.executeTakeFirst();
		return Number(sets.numDeletedRows) >= ROWS_AT_ONCE;
	},
);

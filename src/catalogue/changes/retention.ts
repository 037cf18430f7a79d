import { command } from "../../platform/db/command.ts";
import { ROWS_AT_ONCE } from "../../platform/retention.ts";
import { integerSetting } from "../../platform/settings.ts";
import "./tables.ts";

export const changeSettings = {
	days: integerSetting(
		"PACKSHOT_CHANGE_DAYS",
		90,
		{ min: 1, max: 100_000 },
		"Days for which GET /changes lists a change",
	),
};

/** Deletes some of the oldest changes that are old enough; as stamps never decrease, the rest has no gaps. @returns whether there may be more. */
export const trimChanges = command<{ readonly beforeMs: number }, boolean>(
	"catalogue.trim_changes",
	async (tx, { beforeMs }) => {
		const oldest = tx
			.selectFrom("product_change")
			.select(["position", "changed_at"])
			.orderBy("position")
			.limit(ROWS_AT_ONCE)
			.as("oldest");
		const { numDeletedRows } = await tx
			.deleteFrom("product_change")
			.where("position", "in", (rows) =>
				rows.selectFrom(oldest).select("oldest.position").where("oldest.changed_at", "<", beforeMs),
			)
			.executeTakeFirst();
		return Number(numDeletedRows) >= ROWS_AT_ONCE;
	},
);

import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns } from "./table.ts";

/** Which change of an alert accounts were last told of by mail. */
export const toldAlerts: Migration = {
	name: "0080-told-alerts",
	async up(tx, traits) {
		await addedColumns(tx, traits, "kosher_alert", { told_at: "bigint?" });
		const progress = tx.selectFrom("service_state").select("value").where("name", "=", "kosher_alert_mailed");
		const [mailed] = (await progress.executeTakeFirst())?.value.split(" ") ?? [];
		await tx
			.updateTable("kosher_alert")
			.set(({ ref }) => ({ told_at: ref("changed_at") }))
			.where("position", "<=", Number(mailed ?? 0))
			.execute();
	},
};

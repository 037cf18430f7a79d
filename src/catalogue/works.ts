import type { Database } from "../platform/db/database.ts";
import type { SettingsOf } from "../platform/settings.ts";
import { regularWork, type Work } from "../platform/tasks/work.ts";
import type { Clock } from "../platform/time/clock.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../platform/time/durations.ts";
import { noticeAllEnded, tellAllProducts } from "./certificates/tell-products.ts";
import { type changeSettings, trimChanges } from "./changes/retention.ts";
import { type historySettings, trimHistory } from "./history/retention.ts";
import { packRegularly } from "./search/pack-regularly.ts";

interface CatalogueWorkParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly config: {
		readonly changes: SettingsOf<typeof changeSettings>;
		readonly history: SettingsOf<typeof historySettings>;
	};
}

export function catalogueWorks({ db, clock, config }: CatalogueWorkParts): Work[] {
	const { changes, history } = config;
	const before = (days: number) => ({ beforeMs: clock.now() - days * DAY_MS });
	return [
		regularWork("expired rows could not be deleted", [
			{ everyMs: 6 * HOUR_MS, step: () => db.write(trimChanges, before(changes.days)) },
			{ everyMs: 6 * HOUR_MS, step: () => db.write(trimHistory, before(history.days)) },
		]),
		regularWork("products could not be told of their certificates", [
			{ everyMs: MINUTE_MS, step: () => tellAllProducts(db).then(() => false) },
			{ everyMs: HOUR_MS / 2, step: () => noticeAllEnded(db, clock.now()).then(() => false) },
		]),
		{
			failed: "what products are found by could not be packed",
			begin: (onFault) => packRegularly({ db, clock }, onFault),
		},
	];
}

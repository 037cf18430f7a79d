/** How many requests a client made in the most recent minute and day in which it made any. */
export interface RateWindowTable {
	client_id: string;
	minute: number;
	minute_count: number;
	day: number;
	day_count: number;
}

declare module "../../platform/db/tables.ts" {
	interface Tables {
		rate_window: RateWindowTable;
	}
}

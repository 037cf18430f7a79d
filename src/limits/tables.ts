/** How many requests a client has made in the newest minute and day it made any. */
export interface RateWindowTable {
	client_id: string;
	minute: number;
	minute_count: number;
	day: number;
	day_count: number;
}

declare module "../platform/db/tables.ts" {
	interface Tables {
		rate_window: RateWindowTable;
	}
}

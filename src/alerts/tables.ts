/** The name under which acts that became visible are counted. */
export const ALERT_POSITION = "kosher_alert_position";

/**
 * A kosher alert (SPEC E12): what readers see, and the act that is being carried out on its products (`task`, kind "alert"). The products that it names are
 * in `alerted_product`.
 */
export interface KosherAlertTable {
	alert_id: string;
	/** What readers see, JSON of a `SaidWording`; null until it is published. */
	wording: string | null;
	/** The act under way, JSON of a `PendingAct`; null if there is none. */
	pending: string | null;
	/** How many acts were asked for: its publication, changes, its end. */
	act: number;
	/** JSON list of `FormerWording`, oldest first. */
	earlier: string;
	created_at: number;
	published_at: number | null;
	/** When readers last saw it change, and its place in the order of all such changes. */
	changed_at: number | null;
	position: number | null;
	ended_at: number | null;
	outcome: string | null;
	/** `changed_at` of the newest change that the accounts concerned have got mail about; null if no account has. */
	told_at: number | null;
}

declare module "../platform/db/tables.ts" {
	interface Tables {
		kosher_alert: KosherAlertTable;
	}
}

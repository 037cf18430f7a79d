import { command } from "../../platform/db/command.ts";
import type { RowSource } from "../../platform/db/row-copy.ts";
import { readServiceState, setServiceState } from "../../platform/service-state.ts";
import { storedState } from "../../platform/stored-state.ts";

const SERVED_BY = "served_by";

/** Notes which build serves the installation. @returns the one before, if it is known */
export const noteServedBy = command<{ readonly build: string }, string | undefined>(
	"upgrade.note_served_by",
	async (tx, { build }) => {
		const earlier = await readServiceState(tx, SERVED_BY);
		if (earlier !== build) await setServiceState(tx, SERVED_BY, build);
		return earlier;
	},
);

/** The build that last served an installation of any schema; `undefined` where that was not noted yet. */
export function lastServedBy(source: RowSource): Promise<string | undefined> {
	return storedState(source, SERVED_BY);
}

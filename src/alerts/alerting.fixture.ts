import type { AlertOutcome } from "../catalogue/withholding/alert-schema.ts";
import { commandLineActor } from "../people/accounts/new-account.ts";
import { changeAlert, endAlert, publishAlert } from "./acts.ts";
import { newAlertId, type PerformParts, performUntilDone } from "./perform.ts";
import type { CorrectedValues, Wording } from "./wording.ts";

const WITHDRAWN: Wording = {
	kind: "withdrawn",
	symbol: "OU",
	designation: null,
	withholds: true,
	message: "No longer certified.",
	lots: null,
	source: null,
};

/** Publishes, changes and ends alerts for tests, as the command line does. */
export function alerting(parts: () => PerformParts) {
	const actor = () => commandLineActor(parts().clock.now());
	async function ask(
		barcodes: readonly string[],
		wording: Partial<Wording> = {},
		correction: CorrectedValues | null = null,
	) {
		const { db, clock } = parts();
		const alertId = newAlertId(clock.now());
		const asked = { alertId, wording: { ...WITHDRAWN, ...wording }, barcodes, correction, actor: actor() };
		return { alertId, outcome: await db.write(publishAlert, asked) };
	}
	async function done(alertId: string, outcome: { readonly kind: string }): Promise<string> {
		if (outcome.kind !== "asked") throw new Error(`${alertId}: ${JSON.stringify(outcome)}`);
		await performUntilDone(parts(), alertId);
		return alertId;
	}
	return {
		actor,
		/** Asks for a publication, which is not carried out yet. */
		ask,
		async publish(...asked: Parameters<typeof ask>): Promise<string> {
			const { alertId, outcome } = await ask(...asked);
			return done(alertId, outcome);
		},
		async change(
			alertId: string,
			wording: Partial<Wording>,
			barcodes: readonly string[] | null = null,
		): Promise<string> {
			const order = { alertId, wording, barcodes, correction: null, actor: actor() };
			return done(alertId, await parts().db.write(changeAlert, order));
		},
		async end(alertId: string, outcome: AlertOutcome): Promise<string> {
			return done(alertId, await parts().db.write(endAlert, { alertId, outcome, actor: actor() }));
		},
	};
}

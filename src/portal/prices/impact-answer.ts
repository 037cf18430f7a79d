import { creditsForJson } from "../../api/credits.ts";
import type { Database } from "../../platform/db/database.ts";
import { isoTime } from "../../platform/time/clock.ts";
import type { Impact } from "./contract.ts";
import type { ClientImpact, FoundImpact, Span } from "./impact.ts";

const CLIENTS_SHOWN = 100;

/** The impact of a price in credits, with the names of the clients shown. */
export async function impactAnswer(
	db: Database,
	{ clients, isEstimate, isComplete }: FoundImpact & { readonly isComplete: boolean },
	span: Span,
): Promise<Impact> {
	const shown = clients.slice(0, CLIENTS_SHOWN);
	const names = await namesOf(
		db,
		shown.map(({ clientId }) => clientId),
	);
	return {
		from: isoTime(span.startMs),
		to: isoTime(span.endMs),
		...costOf({
			units: clients.reduce((sum, { units }) => sum + units, 0),
			wouldBeUnits: clients.reduce((sum, { wouldBeUnits }) => sum + wouldBeUnits, 0),
		}),
		is_estimate: isEstimate,
		is_complete: isComplete,
		clients: shown.map((each) => ({
			client_id: each.clientId,
			client_name: names.get(each.clientId) ?? each.clientId,
			...costOf(each),
		})),
		client_count: clients.length,
	};
}

function costOf({ units, wouldBeUnits }: Pick<ClientImpact, "units" | "wouldBeUnits">) {
	return {
		credits: creditsForJson(units),
		would_be: creditsForJson(wouldBeUnits),
		difference: creditsForJson(wouldBeUnits - units),
	};
}

async function namesOf(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
	if (ids.length === 0) return new Map();
	const query = db.read.selectFrom("client").select(["client_id", "name"]).where("client_id", "in", ids);
	return new Map((await query.execute()).map(({ client_id, name }) => [client_id, name]));
}

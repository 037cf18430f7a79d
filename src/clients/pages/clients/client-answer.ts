import { creditsForJson } from "../../../api/credits.ts";
import type { RequestWindows } from "../../../api/limits/request-windows.ts";
import { METADATA_KEYS } from "../../../catalogue/fields/fields.ts";
import { VARIANTS } from "../../../catalogue/fields/scopes.ts";
import { DEPARTMENTS } from "../../../catalogue/fields/vocabularies.ts";
import { requireFound } from "../../../pages/errors.ts";
import type { Database } from "../../../platform/db/database.ts";
import { type Client, clientFromRow } from "../../policy/client.ts";
import { listedAnswer, moneyAnswer } from "../keys/key-answer.ts";
import { policyFacts } from "./client-facts.ts";
import type { AnyClient, ListedClient } from "./contract.ts";
import { type DescribedClient, readClients } from "./read.ts";

export interface ClientAnswerParts {
	readonly db: Database;
	readonly windows: RequestWindows;
}

const OTHERS_SHOWN = 50;

const LOCKS = [...new Set([...METADATA_KEYS, "images", ...VARIANTS.map((variant) => `images.${variant}`)])];

/** @throws HttpError 404 */
export async function describedClient(
	db: Database,
	clientId: string,
	nowMs: number,
): Promise<DescribedClient> {
	const { clients } = await readClients(db, { clientId }, { limit: 1, nowMs });
	return requireFound(clients[0]);
}

/** One client with its policy and the others of its account. @throws HttpError 404 */
export async function clientAnswer(
	parts: ClientAnswerParts,
	clientId: string,
	nowMs: number,
): Promise<AnyClient> {
	const row = await describedClient(parts.db, clientId, nowMs);
	const client = clientFromRow(row);
	const [others, { minute, day }, money] = await Promise.all([
		othersOf(parts.db, client, nowMs),
		parts.windows.peek(client, nowMs),
		moneyAnswer(parts.db, client, nowMs),
	]);
	return {
		...listedClient(row, nowMs),
		...money,
		policy: policyFacts(client),
		limits: { requests_per_minute: minute.limit, requests_per_day: day.limit },
		other_clients: others.map((other) => listedClient(other, nowMs)),
		vocabulary: { locks: LOCKS, departments: DEPARTMENTS.filter(Boolean) },
	};
}

async function othersOf(
	db: Database,
	{ ownerId, clientId }: Client,
	nowMs: number,
): Promise<DescribedClient[]> {
	if (ownerId === null) return [];
	const { clients } = await readClients(db, { ownerId }, { limit: OTHERS_SHOWN, nowMs });
	return clients.filter(({ client_id }) => client_id !== clientId);
}

export function listedClient(row: DescribedClient, nowMs: number): ListedClient {
	const client = clientFromRow(row);
	return {
		...listedAnswer(client, nowMs),
		credit_balance: creditsForJson(row.balance_units ?? 0),
		owner: client.ownerId === null ? null : { account_id: client.ownerId, email: row.owner_email ?? "" },
	};
}

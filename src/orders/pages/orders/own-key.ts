import type { FastifyRequest } from "fastify";
import { clientErrors } from "../../../clients/errors.ts";
import { type Client, isActive, isAddressAllowed } from "../../../clients/policy/client.ts";
import { requireOwn } from "../../../clients/policy/owned.ts";
import type { Member } from "../../../pages/call.ts";
import type { Database } from "../../../platform/db/database.ts";

/** @throws HttpError 404 for a key of somebody else, 409 for one that is revoked or expired: its orders are closed. */
export async function requireActive(
	db: Database,
	person: Member,
	clientId: string,
	nowMs: number,
): Promise<Client> {
	const client = await requireOwn({ db }, person, clientId);
	if (!isActive(client, nowMs)) throw clientErrors.key_not_active();
	return client;
}

/** Buying and downloading are restricted to the addresses from which the key may be used, as for calls. @throws HttpError 403. */
export function requireAddress(client: Client, request: FastifyRequest): void {
	if (!isAddressAllowed(client, request.clientAddress)) throw clientErrors.client_ip_not_allowed();
}

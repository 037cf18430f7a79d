import type { FastifyInstance } from "fastify";
import { handlers } from "../../../pages/call.ts";
import type { Actor } from "../../../pages/events.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { AddressLimit } from "../../../platform/http/address-limit.ts";
import type { mailSettings } from "../../../platform/mail/settings.ts";
import type { KeyPair } from "../../../platform/secrets.ts";
import type { SettingsOf } from "../../../platform/settings.ts";
import { findAccount } from "../../accounts/accounts.ts";
import { peopleErrors } from "../../errors.ts";
import { chooseMail, mailChoiceOf } from "../../notices/mail-choice.ts";
import { readUnsubscribeToken, type Unsubscription } from "../../notices/unsubscribe-link.ts";
import { noticeRoutes } from "./contract.ts";

export interface NoticeHandlerParts {
	readonly db: Database;
	readonly hashKeys: KeyPair;
	readonly noticesOn: () => boolean;
	readonly config: { readonly mail: SettingsOf<typeof mailSettings> };
}

/** Handlers for which mail an account gets, chosen on its page or through the link in a mail. */
export function noticeHandlers(parts: NoticeHandlerParts) {
	const { db, config } = parts;
	return handlers(noticeRoutes)({
		async "GET /mail-choice"({ person }) {
			return choiceOf(parts, person.account.account_id);
		},
		async "PATCH /mail-choice"({ person, actor, body }) {
			const accountId = person.account.account_id;
			if (body.digest === true && person.account.email_verified_at === null)
				throw peopleErrors.email_not_verified();
			await db.write(chooseMail, {
				accountId,
				chosen: body,
				digestHour: config.mail.digestHour,
				event: "mail.changed",
				actor,
			});
			return choiceOf(parts, accountId);
		},
		async "GET /unsubscribe/{token}"({ path }) {
			const what = requireSigned(parts, path.token);
			const choice = await choiceOf(parts, what.accountId);
			return { kind: what.kind, is_on: choice[what.kind] };
		},
		async "POST /unsubscribe/{token}"({ path, actor }) {
			const what = requireSigned(parts, path.token);
			await unsubscribe(parts, what, actor);
			return { kind: what.kind, is_on: false };
		},
	});
}

/**
 * `POST /unsubscribe/TOKEN`, sent by the unsubscribe button of mail programs (RFC 8058): without cookie, CSRF token or any page of ours. It stops
 * mail of the kind for which the link was signed, and can do nothing else. It counts against the limit of its address.
 */
export function oneClickUnsubscribe(
	parts: NoticeHandlerParts,
	addressLimit: AddressLimit,
): (app: FastifyInstance) => Promise<void> {
	return async (app) => {
		app.addHook("onRequest", async (request) => addressLimit.count(request));
		app.post<{ Params: { token: string } }>(
			"/unsubscribe/:token",
			{ config: { skipCommonHeaders: true } },
			async (request, reply) => {
				const what = readUnsubscribeToken(request.params.token, parts.hashKeys);
				reply.header("cache-control", "no-store").type("text/plain; charset=utf-8");
				if (!what) return reply.code(404).send("This link is incomplete.\n");
				const { clientAddress: address, id: requestId, arrivedAtMs: atMs } = request;
				await unsubscribe(parts, what, { accountId: null, address, requestId, atMs });
				return reply.send("You are unsubscribed.\n");
			},
		);
	};
}

async function unsubscribe(
	{ db, config }: NoticeHandlerParts,
	{ accountId, kind }: Unsubscription,
	actor: Actor,
): Promise<void> {
	const chosen = { [kind]: false };
	const event = "mail.unsubscribed" as const;
	// The link authorises its holder for this alone.
	await db.write(chooseMail, {
		accountId,
		chosen,
		digestHour: config.mail.digestHour,
		event,
		actor: { ...actor, accountId },
	});
}

function requireSigned({ hashKeys }: NoticeHandlerParts, token: string): Unsubscription {
	const what = readUnsubscribeToken(token, hashKeys);
	if (!what) throw peopleErrors.link_invalid({ message: "This link is incomplete." });
	return what;
}

async function choiceOf({ db, noticesOn, config }: NoticeHandlerParts, accountId: string) {
	const account = await findAccount(db.read, accountId);
	if (!account) throw peopleErrors.link_invalid();
	return {
		is_available: noticesOn(),
		email_verified: account.email_verified_at !== null,
		...mailChoiceOf(account),
		digest_hour: config.mail.digestHour,
	};
}

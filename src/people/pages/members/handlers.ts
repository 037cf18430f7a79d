import type { FastifyRequest } from "fastify";
import { type Call, handlers, type Member } from "../../../pages/call.ts";
import type { MemberRole } from "../../../pages/contract.ts";
import type { Base } from "../../../pages/cookie.ts";
import { pageErrors, requireFound, requireName, requirePlain, requireReason } from "../../../pages/errors.ts";
import { markIrrevocable } from "../../../platform/http/deadline.ts";
import { ulid } from "../../../platform/ids.ts";
import { isoTime } from "../../../platform/time/clock.ts";
import { findAccount } from "../../accounts/accounts.ts";
import { billingOf, setBilling } from "../../accounts/billing.ts";
import { requireEmail } from "../../accounts/email.ts";
import { findLink, newLinkToken, openLink } from "../../accounts/one-time-links.ts";
import { requireStrong } from "../../accounts/password-rules.ts";
import { INVITATION_MS } from "../../accounts/reset-links.ts";
import { draftSession } from "../../accounts/sign-in.ts";
import { peopleErrors } from "../../errors.ts";
import { memberInvitationMail } from "../../mail.ts";
import {
	acceptInvitation,
	inviteMember,
	nameAccount,
	removeMember,
	setMemberRole,
	signUpInvited,
	switchAccount,
	withdrawInvitation,
} from "../../members/changes.ts";
import { accountName, membersOf, openInvitations } from "../../members/memberships.ts";
import type { AccountInvitationTable } from "../../members/tables.ts";
import { signedIn } from "../accounts/session-handlers.ts";
import type { SignUpParts } from "../accounts/sign-up-handlers.ts";
import { type Invitation, memberRoutes } from "./contract.ts";

export interface MemberParts extends SignUpParts {
	readonly base: Base;
}

/** Who belongs to an account, and joining it. */
export function memberHandlers(parts: MemberParts) {
	return { ...managing(parts), ...joining(parts) };
}

function managing(parts: MemberParts) {
	const { db } = parts;
	const listed = (person: Member, nowMs: number) => memberList(parts, person, nowMs);
	return handlers(memberRoutes)({
		"GET /members": ({ person, nowMs }) => listed(person, nowMs),
		async "PUT /members/name"({ person, body, actor, nowMs }) {
			const name = requirePlain("name", body.name.trim());
			await db.write(nameAccount, { accountId: person.shop.account_id, name, actor });
			return listed({ ...person, shop: { ...person.shop, name } }, nowMs);
		},
		async "PUT /members/billing"({ person, body, actor, nowMs }) {
			const billing = body.billing && {
				name: requireName("name", body.billing.name),
				address: requireReason("address", body.billing.address),
				country: body.billing.country,
				vat_id: body.billing.vat_id && requireName("vat_id", body.billing.vat_id),
			};
			await db.write(setBilling, { accountId: person.shop.account_id, billing, actor });
			const shop = { ...person.shop, billing: billing && JSON.stringify(billing) };
			return listed({ ...person, shop }, nowMs);
		},
		"POST /members/invitations": (call) => invite(parts, call),
		async "DELETE /members/invitations/{invitation_id}"({ person, path, actor }) {
			const accountId = person.shop.account_id;
			const invitationId = path.invitation_id;
			requireFound(await db.write(withdrawInvitation, { accountId, invitationId, actor }));
		},
		async "PUT /members/{person_id}/role"({ person, path, body, actor, nowMs }) {
			const concerned = requireNotFounder(person, path.person_id);
			requireFound(await db.write(setMemberRole, { ...concerned, role: body.role, actor }));
			return listed(person, nowMs);
		},
		async "DELETE /members/{person_id}"({ person, path, actor }) {
			const concerned = requireNotFounder(person, path.person_id);
			requireFound(await db.write(removeMember, { ...concerned, actor }));
		},
		async "POST /members/leave"({ person, actor }) {
			const concerned = requireNotFounder(person, person.account.account_id);
			await db.write(removeMember, { ...concerned, kept: person.session.session_hash, actor });
		},
		async "PUT /session/account"({ person, body }) {
			const { session_hash: sessionHash, account_id: personId } = person.session;
			requireFound(await db.write(switchAccount, { sessionHash, personId, accountId: body.account_id }));
		},
	});
}

async function invite(
	parts: MemberParts,
	{ person, body, actor, nowMs, request }: Call<(typeof memberRoutes)["POST /members/invitations"]>,
) {
	const { token, tokenHash } = newLinkToken("invitation", parts.secrets.hashKeys);
	const given = {
		accountId: person.shop.account_id,
		invitationId: `inv_${ulid(nowMs)}`,
		tokenHash,
		email: body.email === undefined ? null : requireEmail(body.email),
		role: body.role,
		expiresAtMs: nowMs + INVITATION_MS,
		sessionHash: person.session.session_hash,
	};
	const { invitationId: invitation_id, email, role, expiresAtMs } = given;
	const sendMail = parts.mailing();
	// Without an address of its own, the service cannot tell whose link it would mail.
	const mailedBase = email === null || !sendMail ? undefined : parts.mailedBase(request);
	if (email !== null && mailedBase !== undefined) await parts.admitMail(request, email);
	const outcome = await parts.db.write(inviteMember, { ...given, actor });
	if (outcome !== "invited") throw { ...pageErrors, ...peopleErrors }[outcome]();
	const link = (base: string) => `${base}/invitation#${token}`;
	const mail =
		email !== null && mailedBase !== undefined
			? memberInvitationMail(email, accountName(person.shop), link(mailedBase))
			: undefined;
	return {
		invitation: {
			invitation_id,
			email,
			role,
			created_at: isoTime(nowMs),
			expires_at: isoTime(expiresAtMs),
		},
		link: link(parts.base(request)),
		was_mailed: mail !== undefined && (await sendMail?.(request, mail)) === true,
	};
}

function requireNotFounder({ shop }: Member, personId: string) {
	if (personId === shop.account_id) throw peopleErrors.founder_stays();
	return { accountId: shop.account_id, personId };
}

function joining(parts: MemberParts) {
	const { db, passwords } = parts;
	const opened = (request: FastifyRequest, token: string, nowMs: number) =>
		openLink(parts, request, { kind: "invitation", token }, async (tokenHashes) => {
			const invitation = await findLink(db.read, "account_invitation", tokenHashes, nowMs);
			if (!invitation) return undefined;
			const account = await findAccount(db.read, invitation.account_id);
			return account?.disabled_at === null ? { invitation, account } : undefined;
		});
	return handlers(memberRoutes)({
		async "POST /invitation"({ request, body, nowMs }) {
			const { invitation, account } = (await opened(request, body.token, nowMs)).found;
			return {
				account_name: accountName(account),
				email: invitation.email,
				role: invitation.role as MemberRole,
				expires_at: isoTime(invitation.expires_at),
			};
		},
		async "POST /invitation/accept"({ person, request, body, actor, nowMs }) {
			const { tokenHashes } = await opened(request, body.token, nowMs);
			const { account_id: personId, session_hash: sessionHash } = person.session;
			markIrrevocable(request.responseMeta);
			const outcome = await db.write(acceptInvitation, { tokenHashes, personId, sessionHash, actor });
			if (outcome !== "joined") throw peopleErrors[outcome]();
		},
		async "POST /invitation/sign-up"({ request, reply, body, actor, nowMs }) {
			if (parts.config.sso.localSignIn === "off") throw peopleErrors.local_sign_in_off();
			const { tokenHashes } = await opened(request, body.token, nowMs);
			const email = requireEmail(body.email);
			requireStrong(body.password, email);
			const accountId = `acct_${ulid(nowMs)}`;
			const session = draftSession(parts, request);
			const passwordHash = await passwords.hash(body.password);
			markIrrevocable(request.responseMeta);
			const outcome = await db.write(signUpInvited, {
				tokenHashes,
				accountId,
				email,
				passwordHash,
				session: session.stored,
				actor: { ...actor, accountId },
			});
			if (outcome !== "created") throw peopleErrors[outcome]();
			return signedIn(parts, { request, reply }, session.token, accountId);
		},
	});
}

async function memberList({ db }: Pick<MemberParts, "db">, { shop, role }: Member, nowMs: number) {
	const { account_id, email, created_at, name } = shop;
	const founder = {
		person_id: account_id,
		email,
		role: "owner" as const,
		is_founder: true,
		joined_at: isoTime(created_at),
	};
	const members = (await membersOf(db.read, account_id)).map((member) => ({
		...member,
		role: member.role as MemberRole,
		is_founder: false,
		joined_at: isoTime(member.joined_at),
	}));
	const invitations = role === "owner" ? await openInvitations(db.read, account_id, nowMs) : [];
	return {
		name,
		billing: billingOf(shop),
		data: [founder, ...members],
		invitations: invitations.map(invitationAnswer),
	};
}

function invitationAnswer(row: AccountInvitationTable): Invitation {
	const { invitation_id, email, role, created_at, expires_at } = row;
	return {
		invitation_id,
		email,
		role: role as MemberRole,
		created_at: isoTime(created_at),
		expires_at: isoTime(expires_at),
	};
}

import type { FastifyReply } from "fastify";
import { type ListedLink, linksOf } from "../../leaks/cases/hand-over.ts";
import type { ReducedPicture } from "../../leaks/cases/reduced-pictures.ts";
import type { Database } from "../../platform/db/database.ts";
import { secretToken, ulid } from "../../platform/ids.ts";
import { type KeyPair, storedHashes } from "../../platform/secrets.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import type { AdmitAttempt } from "../accounts/attempt-limits.ts";
import { portalError } from "../errors.ts";
import { type Call, handlers } from "../http/call.ts";
import type { Base } from "../http/cookie.ts";
import { requireCase } from "./case-answer.ts";
import { makeCaseLink, openCaseLink, revokeCaseLink } from "./changes.ts";
import { type CaseLink, USUAL_DAYS } from "./hand-over-contract.ts";
import { caseReport } from "./report.ts";

export interface HandOverParts {
	readonly db: Database;
	readonly hashKeys: KeyPair;
	readonly base: Base;
	readonly admitAttempt: AdmitAttempt;
}

export function handOverHandlers(parts: HandOverParts, reduced: ReducedPicture) {
	const { db, hashKeys } = parts;
	const reportOf = async (
		caseId: string,
		{ request, nowMs }: Pick<Call<"POST /shared-case">, "request" | "nowMs">,
	) => caseReport({ db, reduced }, await requireCase(db, caseId), { service: parts.base(request), nowMs });
	return handlers({
		"GET /admin/traces/{case_id}/report": (call) => reportOf(call.path.case_id, call),
		async "GET /admin/traces/{case_id}/links"({ path, nowMs }) {
			await requireCase(db, path.case_id);
			return { data: (await linksOf(db, path.case_id)).map((link) => linkAnswer(link, nowMs)) };
		},
		async "POST /admin/traces/{case_id}/links"({ path, body, actor, nowMs, request, reply }) {
			const { name } = await requireCase(db, path.case_id);
			const token = secretToken();
			const linkId = `link_${ulid(nowMs)}`;
			const expiresAtMs = nowMs + (body.days ?? USUAL_DAYS) * DAY_MS;
			const outcome = await db.write(makeCaseLink, {
				...{ caseId: path.case_id, name, linkId, expiresAtMs, actor },
				tokenHash: linkHashes(token, hashKeys)[0],
			});
			if (outcome === "full") throw portalError("case_hand_over_full");
			if (outcome === "not_found") throw portalError("not_found");
			reply.code(201);
			return {
				link_id: linkId,
				link: `${parts.base(request)}/case#${token}`,
				expires_at: isoTime(expiresAtMs),
			};
		},
		async "DELETE /admin/traces/{case_id}/links/{link_id}"({ path, actor }) {
			const { name } = await requireCase(db, path.case_id);
			const revoked = { caseId: path.case_id, name, linkId: path.link_id, actor };
			if ((await db.write(revokeCaseLink, revoked)) === "not_found") throw portalError("not_found");
		},
		async "POST /shared-case"({ body, actor, nowMs, request, reply }) {
			hide(reply);
			// Counted before anything is looked up, so that guesses are limited; the holder of a link is not guessing.
			const attempt = await parts.admitAttempt(request, `case ${body.token}`);
			const tokenHashes = linkHashes(body.token, hashKeys);
			const caseId = await db.write(openCaseLink, { tokenHashes, actor });
			if (caseId === undefined) throw portalError("not_found");
			await attempt.uncount();
			return reportOf(caseId, { request, nowMs });
		},
	});
}

/** Neither search engines nor the next page learn of it. */
function hide(reply: FastifyReply): void {
	reply.headers({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" });
}

/** The stored form of a link's token, distinct from that of any other kind of link. */
function linkHashes(token: string, hashKeys: KeyPair): readonly [current: string, previous: string] {
	return storedHashes(`case link ${token}`, hashKeys);
}

function linkAnswer(link: ListedLink, nowMs: number): CaseLink {
	const { link_id, email, created_at, expires_at, revoked_at, opened_count, last_opened_at } = link;
	const isOver = expires_at <= nowMs;
	return {
		...{ link_id, created_by: email, opened_count },
		created_at: isoTime(created_at),
		expires_at: isoTime(expires_at),
		state: revoked_at !== null ? "revoked" : isOver ? "expired" : "active",
		last_opened_at: last_opened_at === null ? null : isoTime(last_opened_at),
	};
}

import { creditsForJson } from "../../../api/credits.ts";
import { clientErrors } from "../../../clients/errors.ts";
import { requireOwn } from "../../../clients/policy/owned.ts";
import { handlers, type Person } from "../../../pages/call.ts";
import {
	pageErrors,
	requireDone,
	requireFound,
	requireName,
	requirePlain,
	requireReason,
} from "../../../pages/errors.ts";
import { givenUnits } from "../../../pages/given-credits.ts";
import { claimOf } from "../../../pages/once.ts";
import { paginationOf, pagingOf } from "../../../pages/pagination.ts";
import { readAfterWrite } from "../../../pages/read-after-write.ts";
import type { Database } from "../../../platform/db/database.ts";
import { markIrrevocable } from "../../../platform/http/deadline.ts";
import { badRequest, commonErrors } from "../../../platform/http/http-error.ts";
import { ulid } from "../../../platform/ids.ts";
import { isoTime, isoTimeOrNull } from "../../../platform/time/clock.ts";
import { billingErrors } from "../../errors.ts";
import { approveTopUp, rejectTopUp, requestTopUp, withdrawTopUp } from "./changes.ts";
import { type AdminTopUp, type TopUp, topUpRoutes } from "./contract.ts";
import { type DescribedTopUp, findTopUp, topUpPage, topUpsOf } from "./read.ts";
import type { TopUpTable } from "./tables.ts";

/** Handlers for top-ups: requested by the owner of a key, decided by an administrator. */
export function topUpHandlers({ db }: { readonly db: Database }) {
	async function described(topUpId: string, person: Person): Promise<AdminTopUp> {
		const { rows } = await topUpPage(db, { topUpId }, { page: 1, perPage: 1 });
		return adminTopUpAnswer(requireFound(rows[0]), person);
	}
	async function answer(topUpId: string): Promise<TopUp> {
		return topUpAnswer(requireFound(await findTopUp(db, topUpId)));
	}

	return handlers(topUpRoutes)({
		async "GET /keys/{client_id}/top-ups"({ person, path }) {
			const { clientId } = await requireOwn({ db }, person, path.client_id);
			return { data: (await topUpsOf(db, clientId)).map(topUpAnswer) };
		},
		async "POST /keys/{client_id}/top-ups"({ person, path, body, actor, nowMs, request }) {
			const units = givenUnits("credits", body.credits);
			if (units === 0) throw badRequest("credits: more than nothing.");
			const topUpId = `top_${ulid(nowMs)}`;
			// Somebody who hears that it took too long would request it again, so the request is seen through.
			markIrrevocable(request.responseMeta);
			const outcome = await db.write(requestTopUp, {
				topUpId,
				clientId: path.client_id,
				accountId: person.shop.account_id,
				units,
				note: noteOf(body.note),
				claim: claimOf(request, path.client_id, body.idempotency_key),
				actor,
			});
			if (outcome.kind !== "requested")
				throw { ...commonErrors, ...pageErrors, ...clientErrors, ...billingErrors }[outcome.kind]();
			return readAfterWrite(() => answer(outcome.topUpId));
		},
		async "DELETE /keys/{client_id}/top-ups/{top_up_id}"({ person, path, actor }) {
			const { client_id: clientId, top_up_id: topUpId } = path;
			const accountId = person.shop.account_id;
			requireDone(billingErrors, await db.write(withdrawTopUp, { topUpId, clientId, accountId, actor }));
			return answer(topUpId);
		},
		async "GET /admin/top-ups"({ query, person }) {
			const paging = pagingOf(query);
			const { rows, total } = await topUpPage(db, { state: query.state }, paging);
			return {
				data: rows.map((row) => adminTopUpAnswer(row, person)),
				pagination: paginationOf(paging, total),
			};
		},
		async "POST /admin/top-ups/{top_up_id}/approve"({ path, body, actor, person, request }) {
			const invoice = body.invoice === undefined ? undefined : requireName("invoice", body.invoice);
			const decision = { topUpId: path.top_up_id, note: noteOf(body.note), invoice, actor };
			markIrrevocable(request.responseMeta);
			const outcome = await db.write(approveTopUp, decision);
			if (outcome !== "waiting") requireDone({ ...clientErrors, ...billingErrors }, outcome);
			return readAfterWrite(() => described(path.top_up_id, person));
		},
		async "POST /admin/top-ups/{top_up_id}/reject"({ path, body, actor, person }) {
			const note = requireReason("note", body.note);
			requireDone(billingErrors, await db.write(rejectTopUp, { topUpId: path.top_up_id, note, actor }));
			return described(path.top_up_id, person);
		},
	});
}

function noteOf(text: string | undefined): string | null {
	return text === undefined ? null : requirePlain("note", text.trim(), { multiline: true }) || null;
}

function topUpAnswer(topUp: TopUpTable): TopUp {
	return {
		top_up_id: topUp.top_up_id,
		client_id: topUp.client_id,
		credits: creditsForJson(topUp.units),
		note: topUp.note,
		state: topUp.state as TopUp["state"],
		requested_at: isoTime(topUp.requested_at),
		decided_at: isoTimeOrNull(topUp.decided_at),
		decision_note: topUp.decision_note,
		invoice: topUp.invoice,
	};
}

function adminTopUpAnswer(topUp: DescribedTopUp, { account }: Person): AdminTopUp {
	return {
		...topUpAnswer(topUp),
		account_id: topUp.account_id,
		account_email: topUp.email ?? "",
		client_name: topUp.client_name ?? "",
		credit_balance: creditsForJson(topUp.balance_units ?? 0),
		first_approved_by: topUp.first_approved_by_email,
		approved_by_you: topUp.state === "requested" && topUp.first_approved_by === account.account_id,
		decided_by: topUp.decided_by_email,
	};
}

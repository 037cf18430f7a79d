import { createHash } from "node:crypto";
import { billingErrors } from "../../billing/errors.ts";
import { handlers } from "../../pages/call.ts";
import { pageErrors } from "../../pages/errors.ts";
import { claimOf, type OnceOutcome } from "../../pages/once.ts";
import { emailsOf } from "../../people/accounts/accounts.ts";
import { readPortalSettings } from "../../people/portal-settings.ts";
import type { Database } from "../../platform/db/database.ts";
import { badRequest, commonErrors } from "../../platform/http/http-error.ts";
import { findTask } from "../../platform/tasks/stored-tasks.ts";
import { isoTime, isoTimeOrNull } from "../../platform/time/clock.ts";
import { type AskOutcome, approveAlert, changeAlert, declineAlert, endAlert, publishAlert } from "../acts.ts";
import { alertErrors } from "../errors.ts";
import { formerWordings, readAllAlerts, type StoredAlert, shownAlert } from "../read.ts";
import { MOST_PRODUCTS, type PendingAct, type Wording, wordingProblem } from "../wording.ts";
import { aboutProducts, barcodesBy } from "./about-products.ts";
import { type AdminAlert, alertRoutes, type WaitingAlert } from "./contract.ts";

const PAGE = 50;

/** Handlers for writing kosher alerts. */
export function alertHandlers({ db }: { readonly db: Database }) {
	return handlers(alertRoutes)({
		async "GET /admin/alerts"({ query: { after } }) {
			const rows = await readAllAlerts(db.read, { after, limit: PAGE + 1 });
			const data = await Promise.all(rows.slice(0, PAGE).map((row) => adminAlert(db, row)));
			const next = rows.length > PAGE ? (rows[PAGE - 1]?.row.alert_id ?? null) : null;
			return { data, next };
		},
		async "GET /admin/alerts/{alert_id}"({ path: { alert_id: id }, person }) {
			const [found] = await readAllAlerts(db.read, { id, limit: 1 });
			if (!found) throw commonErrors.not_found({ message: "There is no such alert." });
			const earlier = await formerWordings(db.read, id);
			const emails = await emailsOf(
				db.read,
				earlier.map(({ by }) => by),
			);
			const wordings = earlier.map(({ by, ...said }) => ({
				...said,
				barcodes: [...said.barcodes],
				said_by: emails.get(by ?? "") ?? null,
			}));
			const waiting = await waitingAct(db, found, person.account.account_id);
			return { alert: await adminAlert(db, found), waiting, earlier: wordings };
		},
		async "POST /admin/alerts/products"({ body: { by, text } }) {
			const barcodes = await barcodesBy(db, by, text.trim());
			return { barcodes: barcodes.slice(0, MOST_PRODUCTS), has_more: barcodes.length > MOST_PRODUCTS };
		},
		async "POST /admin/alerts/preview"({ body: { barcodes, correction, ...wording }, nowMs }) {
			const problem = wordingProblem(trimmed(wording), correction) ?? null;
			return { problem, ...(await aboutProducts(db, barcodes, trimmed(wording), nowMs)) };
		},
		async "POST /admin/alerts"({ body, person, actor, request }) {
			const { barcodes, correction, idempotency_key, ...given } = body;
			const wording = trimmed(given);
			const problem = wordingProblem(wording, correction);
			if (problem !== undefined) throw badRequest(problem);
			const { account_id: accountId } = person.account;
			const alertId = idOf(accountId, idempotency_key);
			const claim = claimOf(request, accountId, idempotency_key);
			const asked = { alertId, wording, barcodes, correction, claim, actor };
			return { alert_id: alertId, waits: requireAsked(await db.write(publishAlert, asked)) };
		},
		async "PUT /admin/alerts/{alert_id}"({ path, body, actor }) {
			const { barcodes, correction, changed_at, ...given } = body;
			const asked = { alertId: path.alert_id, wording: trimmed(given), barcodes, correction, actor };
			requireAsked(await db.write(changeAlert, { ...asked, seenAtMs: Date.parse(changed_at) }));
		},
		async "POST /admin/alerts/{alert_id}/approve"({ path, body, actor }) {
			const shownOfMs = Date.parse(body.asked_at);
			requireAsked(await db.write(approveAlert, { alertId: path.alert_id, shownOfMs, actor }));
		},
		async "POST /admin/alerts/{alert_id}/decline"({ path, actor }) {
			requireAsked(await db.write(declineAlert, { alertId: path.alert_id, actor }));
		},
		async "POST /admin/alerts/{alert_id}/end"({ path, body, actor }) {
			const { outcome, changed_at } = body;
			const seenAtMs = Date.parse(changed_at);
			requireAsked(await db.write(endAlert, { alertId: path.alert_id, outcome, seenAtMs, actor }));
		},
	});
}

/** Made of the page's key, so that one that is sent again publishes nothing more. */
function idOf(accountId: string, key: string): string {
	const hash = createHash("sha256").update(`${accountId} ${key}`).digest("hex");
	return `alr_${hash.slice(0, 26).toUpperCase()}`;
}

function trimmed(given: Wording): Wording {
	const orNull = (text: string | null) => text?.trim() || null;
	const { symbol, designation, lots, source, message } = given;
	return {
		...given,
		message: message.trim(),
		symbol: orNull(symbol),
		designation: orNull(designation),
		lots: orNull(lots),
		source: orNull(source),
	};
}

/** @returns whether it waits for another person. @throws HttpError that says why it was refused. */
function requireAsked(outcome: OnceOutcome<AskOutcome>): boolean {
	if (outcome.kind === "asked") return outcome.waits;
	if (outcome.kind === "sent_before") throw pageErrors.sent_before();
	if (outcome.kind === "unknown_products")
		throw badRequest(`Not in the catalogue: ${outcome.barcodes.join(", ")}.`);
	if (outcome.kind === "unfit") throw badRequest(outcome.problem);
	if (outcome.kind === "no_alert") throw commonErrors.not_found({ message: "There is no such alert." });
	if (outcome.kind === "second_person_needed")
		throw billingErrors.second_person_needed({
			message: "You wrote this. Another person has to approve it.",
		});
	if (outcome.kind === "changed") throw alertErrors.alert_changed();
	if (outcome.kind === "decided") throw alertErrors.alert_decided();
	throw outcome.kind === "ended" ? alertErrors.alert_ended() : alertErrors.alert_under_way();
}

async function adminAlert(db: Database, { row, barcodes }: StoredAlert): Promise<AdminAlert> {
	const pending: PendingAct | undefined = row.pending === null ? undefined : JSON.parse(row.pending);
	const wording = row.wording ?? JSON.stringify(pending?.wording ?? {});
	const waits = pending?.waits === true;
	const task = pending && (await findTask(db.read, { kind: "alert", ref: row.alert_id }));
	return {
		...shownAlert({ ...row, wording }, barcodes),
		barcodes: [...barcodes],
		published_at: isoTimeOrNull(row.published_at),
		changed_at: isoTimeOrNull(row.changed_at),
		waits,
		is_under_way: pending !== undefined && !waits,
		failure: task?.failure ?? null,
	};
}

/** What waits for another person's approval: with the products that it will name. */
async function waitingAct(
	db: Database,
	{ row: { pending }, barcodes }: StoredAlert,
	accountId: string,
): Promise<WaitingAlert | null> {
	const act: PendingAct | null = JSON.parse(pending ?? "null");
	if (!act?.waits) return null;
	const { wording } = act;
	// As it was given in the pages.
	const correction = act.correction as WaitingAlert["correction"];
	const { by, ...said } = wording;
	const [emails, { twoForAlerts }] = await Promise.all([
		emailsOf(db.read, [by]),
		readPortalSettings(db.read),
	]);
	const may_approve = !twoForAlerts || by !== accountId;
	return {
		...said,
		correction,
		outcome: act.outcome,
		barcodes: [...barcodes],
		said_by: emails.get(by ?? "") ?? null,
		asked_at: isoTime(act.askedAtMs ?? 0),
		may_approve,
	};
}

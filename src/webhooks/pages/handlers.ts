import { clientErrors } from "../../clients/errors.ts";
import { requireOwn } from "../../clients/policy/owned.ts";
import { handlers } from "../../pages/call.ts";
import { requireDone } from "../../pages/errors.ts";
import type { Database } from "../../platform/db/database.ts";
import { markIrrevocable } from "../../platform/http/deadline.ts";
import { commonErrors } from "../../platform/http/http-error.ts";
import { isoTime, isoTimeOrNull } from "../../platform/time/clock.ts";
import type { FailureReason } from "../reasons.ts";
import type { TestOutcome } from "../register/changes.ts";
import { eventsOf } from "../register/events.ts";
import { failingQueues, QUEUES } from "../register/queues.ts";
import { lastAttempts, shownWebhook, webhookRow } from "../register/read.ts";
import type { WebhookService } from "../register/service.ts";
import { GIVE_UP_MS } from "../send/retry-schedule.ts";
import type { WebhookAttemptTable, WebhookTable } from "../tables.ts";
import { removeKeyWebhook, setKeyWebhook, testKeyWebhook, type WebhookOutcome } from "./changes.ts";
import { webhookRoutes } from "./contract.ts";

export interface WebhookParts {
	readonly db: Database;
	readonly webhooks: WebhookService;
}

export function webhookHandlers(parts: WebhookParts) {
	const { db, webhooks } = parts;
	return handlers(webhookRoutes)({
		async "GET /keys/{client_id}/webhook"({ person, path }) {
			const { clientId } = await requireOwn(parts, person, path.client_id);
			requireOn(webhooks);
			const [row, attempts] = await Promise.all([
				webhookRow(db.read, clientId),
				lastAttempts(db.read, clientId),
			]);
			return { webhook: row ? webhookAnswer(row) : null, attempts: attempts.map(attemptAnswer) };
		},
		async "PUT /keys/{client_id}/webhook"({ person, path, body, actor, nowMs, request }) {
			const { clientId } = await requireOwn(parts, person, path.client_id);
			requireOn(webhooks);
			const { secret, setting } = await webhooks.draft(clientId, body.url, nowMs, body.events);
			// A secret whose response is lost would be useless, so from here on the request is seen through.
			markIrrevocable(request.responseMeta);
			const accountId = person.shop.account_id;
			requireDone(clientErrors, await db.write(setKeyWebhook, { accountId, clientId, setting, actor }));
			return { url: body.url, secret };
		},
		async "DELETE /keys/{client_id}/webhook"({ person, path, actor }) {
			requireOn(webhooks);
			const accountId = person.shop.account_id;
			requireDone(
				clientErrors,
				await db.write(removeKeyWebhook, { accountId, clientId: path.client_id, actor }),
			);
		},
		async "POST /keys/{client_id}/webhook/test"({ person, path, actor, nowMs, reply }) {
			const { clientId } = await requireOwn(parts, person, path.client_id);
			requireOn(webhooks);
			const test = await webhooks.draftTest(clientId, nowMs);
			const accountId = person.shop.account_id;
			requireRequested(await db.write(testKeyWebhook, { accountId, clientId, test, actor }));
			reply.code(202).send();
		},
	});
}

function requireOn({ isOn }: WebhookService): void {
	if (!isOn) throw commonErrors.not_found({ message: "This service sends no webhooks." });
}

function requireRequested(outcome: WebhookOutcome | TestOutcome): void {
	if (outcome === "requested") return;
	if (outcome === "not_set") throw commonErrors.not_found({ message: "This key has no webhook." });
	if (outcome === "too_soon") {
		throw commonErrors.rate_limited({
			message: "A test is sent at most once a second: wait 1 second.",
			retryAfterSeconds: 1,
		});
	}
	requireDone(clientErrors, outcome);
}

function webhookAnswer(row: WebhookTable) {
	return {
		...shownWebhook(row),
		events: [...eventsOf(row)],
		set_at: isoTime(row.set_at),
		switched_off_at: isoTimeOrNull(row.switched_off_at),
		failing: failingQueues(row).map((queue) => {
			const { event, firstAttemptAt, retryAt } = QUEUES[queue];
			const firstMs = row[firstAttemptAt];
			return {
				event,
				next_attempt_at: isoTimeOrNull(row[retryAt]),
				gives_up_at: isoTimeOrNull(firstMs && firstMs + GIVE_UP_MS),
			};
		}),
		test_waiting: row.test_id !== null,
	};
}

function attemptAnswer(row: WebhookAttemptTable) {
	return {
		number: row.number,
		event_id: row.event_id,
		is_test: row.is_test === 1,
		at: isoTime(row.at),
		duration_ms: row.duration_ms,
		status: row.status,
		reason: row.reason as FailureReason | null,
	};
}

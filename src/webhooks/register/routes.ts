import type { FastifyRequest } from "fastify";
import Type, { type Static } from "typebox";
import type { ApiRoute } from "../../api/api-route.ts";
import { Meta, metaOf } from "../../api/meta.ts";
import type { Metering } from "../../billing/ledger/metering.ts";
import { callerOf } from "../../clients/auth/bearer.ts";
import type { Database } from "../../platform/db/database.ts";
import { markIrrevocable } from "../../platform/http/deadline.ts";
import { noWebhook, testedTooSoon } from "../errors.ts";
import { failureReasons } from "../reasons.ts";
import { eventsOf, WEBHOOK_EVENTS } from "./events.ts";
import { shownWebhook, webhookRow } from "./read.ts";
import type { WebhookService } from "./service.ts";
import { removeOwnWebhook, setOwnWebhook, testOwnWebhook } from "./store.ts";
import { LONGEST_URL } from "./url-rules.ts";

const Url = Type.String({
	minLength: 1,
	maxLength: LONGEST_URL,
	description: "https, without user name and password; the host must have a public address.",
	examples: ["https://shop.example/hooks/packshot"],
});
const Active = Type.Boolean({
	description:
		"False after three days of failed attempts, or after the installation was restored: set the webhook again then.",
});
const Time = Type.String({ format: "date-time" });

/** Why an attempt failed, or why the webhook was switched off. */
const Reason = Type.Enum(Object.keys(failureReasons) as (keyof typeof failureReasons)[], {
	description: Object.entries(failureReasons)
		.map(([reason, meaning]) => `\`${reason}\`: ${meaning}`)
		.join(" "),
});

const LastSuccess = Type.Union([Time, Type.Null()], {
	description: "When an event or test was last answered with a 2xx status; null if none was.",
});
const LastFailure = Type.Union([Type.Object({ at: Time, reason: Reason }), Type.Null()], {
	description: "The last failed attempt, however many have succeeded since; null if none has failed.",
});

const Events = Type.Array(Type.Enum([...WEBHOOK_EVENTS]), {
	description:
		"What is sent: changes of products, low balances, kosher alerts. If it is left out, what is set stays; at first the first two.",
	examples: [[...WEBHOOK_EVENTS]],
});

const WebhookBody = Type.Object({ url: Url, events: Type.Optional(Events) });

const NewWebhookAnswer = Type.Object(
	{
		url: Url,
		secret: Type.String({
			description:
				"Signs every message from now on, according to Standard Webhooks 1.0. Shown only here; messages are signed with the previous secret as well for 24 hours.",
			examples: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDJKQUAFzIiZQ="],
		}),
		active: Active,
		events: Events,
		meta: Meta,
	},
	{ title: "NewWebhook" },
);

const WebhookAnswer = Type.Object(
	{
		url: Url,
		active: Active,
		events: Events,
		last_success_at: LastSuccess,
		last_failure: LastFailure,
		meta: Meta,
	},
	{ title: "Webhook" },
);

const TestAnswer = Type.Object({ meta: Meta }, { title: "WebhookTest" });

export interface WebhookParts {
	readonly db: Database;
	readonly metering: Metering;
	readonly webhooks: WebhookService;
}

/** A sentence in the documentation of all four endpoints. */
const WHERE_ON = "Returns 404 unless webhooks are turned on for the installation.";

/** `PUT /webhook` (SPEC E5). */
export const putWebhook: ApiRoute<WebhookParts> = {
	id: "setWebhook",
	feature: "webhooks",
	tag: "Webhooks",
	summary: "Set the webhook of the caller, or set it again with a new secret",
	description: `A working webhook continues where it is; a new one, or one that was switched off, starts with changes made from now on. ${WHERE_ON}`,
	access: "bearer",
	body: WebhookBody,
	answer: NewWebhookAnswer,
	answerText: "The webhook is set.",
	errors: ["bad_request", "not_found"],
	handle: (parts) => (request) => put(parts, request),
};

/** `GET /webhook` (SPEC E5). */
export const getWebhook: ApiRoute<WebhookParts> = {
	id: "getWebhook",
	feature: "webhooks",
	tag: "Webhooks",
	summary: "The webhook of the caller and its status",
	description: WHERE_ON,
	access: "bearer",
	answer: WebhookAnswer,
	answerText: "The webhook.",
	errors: ["not_found"],
	handle: (parts) => (request) => get(parts, request),
};

/** `DELETE /webhook` (SPEC E5). */
export const deleteWebhook: ApiRoute<WebhookParts> = {
	id: "removeWebhook",
	feature: "webhooks",
	tag: "Webhooks",
	summary: "Delete the webhook of the caller",
	description: `Nothing more is sent, and its secrets are deleted. ${WHERE_ON}`,
	access: "bearer",
	answerText: "The webhook is deleted.",
	errors: ["not_found"],
	handle:
		({ db }) =>
		async (request, reply) => {
			const { clientId } = callerOf(request).client;
			if (!(await db.write(removeOwnWebhook, { clientId }))) throw noWebhook();
			return reply.code(204).send();
		},
};

/** `POST /webhook/test` (SPEC E5). */
export const postWebhookTest: ApiRoute<WebhookParts> = {
	id: "testWebhook",
	feature: "webhooks",
	tag: "Webhooks",
	summary: "Send a test to the webhook of the caller",
	description: `Sent once, within two seconds: a message like any other, except that its two cursors mark the same place. \`GET /webhook\` shows the outcome. At most one per second. ${WHERE_ON}`,
	access: "bearer",
	status: 202,
	answer: TestAnswer,
	answerText: "The test will be sent.",
	errors: ["not_found"],
	handle: (parts) => async (request, reply) => reply.code(202).send(await test(parts, request)),
};

async function put({ db, metering, webhooks }: WebhookParts, request: FastifyRequest) {
	const { clientId } = callerOf(request).client;
	const { url, events } = request.body as Static<typeof WebhookBody>;
	const { secret, setting } = await webhooks.draft(clientId, url, request.arrivedAtMs, events);
	await metering.showBalance(request);
	// A secret whose response is lost would be useless, so from here on the request is seen through.
	markIrrevocable(request.responseMeta);
	const gets = await db.write(setOwnWebhook, setting);
	return { url, secret, active: true, events: gets, meta: metaOf(request) };
}

async function get({ db, metering }: WebhookParts, request: FastifyRequest) {
	const row = await webhookRow(db.read, callerOf(request).client.clientId);
	if (!row) throw noWebhook();
	await metering.showBalance(request);
	return { ...shownWebhook(row), events: eventsOf(row), meta: metaOf(request) };
}

async function test({ db, metering, webhooks }: WebhookParts, request: FastifyRequest) {
	const { clientId } = callerOf(request).client;
	const outcome = await db.write(testOwnWebhook, await webhooks.draftTest(clientId, request.arrivedAtMs));
	if (outcome === "not_set") throw noWebhook();
	if (outcome === "too_soon") throw testedTooSoon();
	await metering.showBalance(request);
	return { meta: metaOf(request) };
}

import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import Type, { type Static } from "typebox";
import type { ApiRoute } from "../../api/api-route.ts";
import { Meta } from "../../api/meta.ts";
import type { Metering } from "../../billing/ledger/metering.ts";
import type { RepeatedCheck } from "../../clients/auth/admission.ts";
import { callerOf } from "../../clients/auth/bearer.ts";
import type { Database } from "../../platform/db/database.ts";
import type { LongPolls } from "../../platform/http/long-polls.ts";
import { type Maintenance, requireNoMaintenance } from "../../platform/maintenance.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { catalogueErrors } from "../errors.ts";
import { Barcode } from "../listing/listing-schemas.ts";
import { answerFree } from "../reading/charged-answer.ts";
import { readingTime } from "../reading/reading-time.ts";
import { CHANGE_NAMES } from "./change-bits.ts";
import type { FollowingPolicy } from "./client-view.ts";
import type { Feed, FeedPage, FeedPlace } from "./feed.ts";
import { readFeedCursor, writeFeedCursor } from "./feed-cursor.ts";
import type { HeadWatch } from "./head-watch.ts";
import { feedCounters } from "./metrics.ts";

const EXAMPLE_CURSOR = "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kKvN7xI";

/** The parameters of `GET /changes` (SPEC E4). */
export const ChangesQuery = Type.Object({
	cursor: Type.Optional(
		Type.String({
			description: "`next_cursor` of the previous response. Default: changes from now on.",
			examples: [EXAMPLE_CURSOR],
		}),
	),
	limit: Type.Integer({
		minimum: 1,
		maximum: 1000,
		default: 100,
		description: "Maximum number of entries in a response.",
		examples: [100],
	}),
	wait: Type.Integer({
		minimum: 0,
		maximum: 30,
		default: 0,
		description: "Seconds to wait for a change before responding without entries.",
		examples: [0],
	}),
});
type ChangesQuery = Static<typeof ChangesQuery>;

const ChangesAnswer = Type.Object(
	{
		data: Type.Array(
			Type.Object(
				{
					barcode: Barcode,
					changed_at: Type.String({ format: "date-time", description: "When it was changed." }),
					changed: Type.Array(Type.Enum([...CHANGE_NAMES]), {
						description:
							"What changed: scopes; pictures, including their `image_meta`, as `images.<variant>`; `kosher` for what `GET /products/{barcode}/kosher` answers. " +
							"Read the values with `GET /products/{barcode}`. " +
							"Empty if the product was removed, or appeared with nothing that the client may read.",
						examples: [["info", "images.front"]],
					}),
					removed: Type.Boolean({ description: "Whether the client can no longer see the product." }),
				},
				{ title: "ProductChange" },
			),
			{
				description:
					"Changes in the order in which they became visible. May be empty while `has_more` is true.",
			},
		),
		next_cursor: Type.String({ description: "Where to continue.", examples: [EXAMPLE_CURSOR] }),
		has_more: Type.Boolean({ description: "Whether more changes are available immediately." }),
		meta: Meta,
	},
	{ title: "Changes" },
);

interface ChangesParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly secrets: Secrets;
	readonly metering: Metering;
	readonly feed: Feed;
	readonly headWatch: HeadWatch;
	readonly longPolls: LongPolls;
	readonly repeatedCheck: RepeatedCheck;
	readonly maintenance: Maintenance;
}

/** `GET /changes` (SPEC E4): free. With `wait`, an answer that would be empty is held until there is a change. */
export const getChanges: ApiRoute<ChangesParts> = {
	id: "listChanges",
	tag: "Products",
	summary: "What changed in the catalogue",
	description: [
		"Lists every committed change of a product's metadata or pictures, in the order in which the changes became visible. Repeat with `next_cursor`:",
		"nothing is missed and nothing is seen twice. To start, get a cursor here, then list the catalogue by cursor, then follow changes from the first cursor.",
		"Start again after 410 `cursor_expired`, or when the client's scope filter or locks were changed. Free of charge.",
	].join(" "),
	access: "bearer",
	query: ChangesQuery,
	answer: ChangesAnswer,
	answerText: "Changes, and where to continue.",
	errors: ["bad_request", "cursor_expired"],
	handle: (parts) => {
		const noteReadingTime = readingTime(parts.db);
		return async (request, reply) => {
			const { secrets, metering } = parts;
			const { cursor, limit, wait } = request.query as ChangesQuery;
			const place =
				cursor === undefined ? await newestPlace(parts) : readFeedCursor(cursor, secrets.cursorKeys);
			const first = await pageOf(parts, callerOf(request).client, place, limit);
			const isHeld = first.entries.length === 0 && wait > 0;
			const page = isHeld ? await heldPage(parts, request, reply, place.epoch, first) : first;
			await noteReadingTime(request);
			feedCounters.entries += page.entries.length;
			const next = writeFeedCursor({ epoch: place.epoch, position: page.next }, secrets.cursorKeys);
			const members = [
				`"data":[${page.entries.join(",")}]`,
				`"next_cursor":"${next}"`,
				`"has_more":${page.hasMore}`,
			];
			return answerFree(metering, request, reply, members);
		};
	},
};

async function newestPlace({ feed }: ChangesParts): Promise<FeedPlace> {
	const { epoch, head } = await feed.state();
	return { epoch, position: head };
}

/** @throws HttpError 410 when that position can no longer be followed from. */
async function pageOf(
	{ feed }: ChangesParts,
	policy: FollowingPolicy,
	place: FeedPlace,
	limit: number,
): Promise<FeedPage> {
	const page = await feed.read(policy, place, limit);
	if (page) return page;
	feedCounters.expired++;
	throw catalogueErrors.cursor_expired();
}

/** Minimum duration of a waiting request: a caller that repeats immediately gets at most one answer per second. */
const SHORTEST_MS = 1000;

/** Holds a request whose answer would be empty until there is something to report or its time is up; its caller is authenticated again each time. */
async function heldPage(
	parts: ChangesParts,
	request: FastifyRequest,
	reply: FastifyReply,
	epoch: string,
	empty: FeedPage,
): Promise<FeedPage> {
	const { clock, headWatch, longPolls, maintenance, repeatedCheck } = parts;
	const { limit, wait } = request.query as ChangesQuery;
	const held = longPolls.hold(reply, callerOf(request).client.clientId, wait * 1000 - reply.elapsedTime);
	if (!held) return empty;
	const beganAt = performance.now();
	feedCounters.held++;
	try {
		for (let page = empty; ; ) {
			const place = { epoch, position: page.next };
			if (!page.hasMore) await headWatch.next(place, held.signal);
			await noSoonerThan(SHORTEST_MS - reply.elapsedTime, held.signal);
			await requireNoMaintenance(maintenance);
			page = await pageOf(parts, await repeatedCheck.checkAgain(request), place, limit);
			if (page.entries.length > 0 || held.signal.aborted) return page;
		}
	} finally {
		held.release();
		feedCounters.held--;
		request.responseMeta.heldMs = performance.now() - beganAt;
		request.responseMeta.generatedAtMs = clock.now();
		await repeatedCheck.showLimits(request);
	}
}

async function noSoonerThan(ms: number, signal: AbortSignal): Promise<void> {
	if (ms <= 0) return;
	await sleep(ms, undefined, { signal }).catch((fault: Error) => {
		if (fault.name !== "AbortError") throw fault;
	});
}

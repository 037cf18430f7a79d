import type { FastifyRequest } from "fastify";
import Type from "typebox";
import { apiError } from "../api/api-error.ts";
import type { ApiRoute } from "../api/api-route.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import { isoTime } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { ping } from "../platform/db/ping.ts";
import { API_VERSION, VERSION } from "../version.ts";

/** Upper bound on how long a health check takes (SPEC D34). */
const LONGEST_CHECK_MS = 1500;
const RETRY_SECONDS = 5;

const HealthAnswer = Type.Object({
	status: Type.Literal("ok"),
	version: Type.String(),
	api_version: Type.String(),
	time: Type.String({ format: "date-time" }),
	checks: Type.Object({ database: Type.String(), images: Type.String() }),
});

interface HealthParts {
	readonly db: Database;
	readonly blobs: BlobStore;
}

/** `GET /health` (SPEC D34). */
export const getHealth: ApiRoute<HealthParts> = {
	id: "getHealth",
	tag: "Service",
	summary: "Whether the service works",
	access: "public",
	answer: HealthAnswer,
	answerText: "Everything answers.",
	errors: [],
	handle: (parts) => (request) => health(parts, request),
};

async function health({ db, blobs }: HealthParts, request: FastifyRequest) {
	const [database, images] = await Promise.all([
		verdict(
			Promise.all([db.probe.selectFrom("migration").select("name").limit(1).execute(), db.write(ping, null)]),
		),
		verdict(blobs.check()),
	]);
	const checks = { database, images };
	if (database !== "ok" || images !== "ok") {
		throw apiError("service_unavailable", { retryAfterSeconds: RETRY_SECONDS, details: { checks } });
	}
	return {
		status: "ok",
		version: VERSION,
		api_version: API_VERSION,
		time: isoTime(request.arrivedAtMs),
		checks,
	};
}

async function verdict(check: Promise<unknown>): Promise<"ok" | "failed" | "no answer"> {
	let timer: NodeJS.Timeout | undefined;
	const tooLong = new Promise<"no answer">((resolve) => {
		timer = setTimeout(resolve, LONGEST_CHECK_MS, "no answer");
	});
	const checked = check.then(
		() => "ok" as const,
		() => "failed" as const,
	);
	return Promise.race([checked, tooLong]).finally(() => clearTimeout(timer));
}

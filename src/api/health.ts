import type { FastifyRequest } from "fastify";
import Type from "typebox";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import { isoTime } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { ping } from "../platform/db/ping.ts";
import { MAINTENANCE_RETRY_SECONDS, type Maintenance } from "../platform/maintenance.ts";
import { API_VERSION, VERSION } from "../version.ts";
import { apiError } from "./api-error.ts";
import { type ApiRoute, headOf } from "./api-route.ts";

/** Upper bound on how long a health check takes (SPEC D34). */
const LONGEST_CHECK_MS = 1500;
const RETRY_SECONDS = 5;

const HealthAnswer = Type.Object(
	{
		status: Type.Literal("ok"),
		version: Type.String(),
		api_version: Type.String(),
		time: Type.String({ format: "date-time" }),
		checks: Type.Object({ database: Type.String(), images: Type.String() }),
	},
	{ title: "Health" },
);

interface HealthParts {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly maintenance: Maintenance;
}

/** `GET /health` (SPEC D34). */
export const getHealth: ApiRoute<HealthParts> = {
	id: "getHealth",
	tag: "Service",
	summary: "Whether the service is working",
	access: "public",
	answer: HealthAnswer,
	answerText: "The service is working.",
	errors: [],
	handle: (parts) => ({
		config: { duringMaintenance: "answer" },
		handler: (request) => health(parts, request),
	}),
};

/** `HEAD /health` (SPEC D4). */
export const headHealth = headOf(getHealth, "headHealth");

const HEALTH_CHECK = /^\/api\/v1\/health\/?(\?|$)/;

/** Whether a request is a health check: those are answered however busy the service is. */
export function isHealthCheck(url: string | undefined): boolean {
	return HEALTH_CHECK.test(url ?? "");
}

async function health({ db, blobs, maintenance }: HealthParts, request: FastifyRequest) {
	const [database, images] = await Promise.all([
		verdict(
			Promise.all([db.probe.selectFrom("migration").select("name").limit(1).execute(), db.write(ping, null)]),
		),
		verdict(blobs.check()),
		// If the switch cannot be read, its last known state is used: the cause also makes the database check fail.
		verdict(maintenance.refresh() ?? Promise.resolve()),
	]);
	const checks = { database, images };
	const message = maintenance.message();
	if (message !== null) {
		throw apiError("service_unavailable", {
			message,
			retryAfterSeconds: MAINTENANCE_RETRY_SECONDS,
			details: { status: "maintenance", checks },
		});
	}
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

import type { FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import { commonErrors } from "../platform/http/http-error.ts";
import { MAINTENANCE_RETRY_SECONDS, type Maintenance } from "../platform/maintenance.ts";
import { isoTime } from "../platform/time/clock.ts";
import { API_VERSION, VERSION } from "../version.ts";
import { type ApiRoute, headOf } from "./api-route.ts";
import { type HealthChecks, inTime } from "./health-checks.ts";
import { type AnswerProbe, PROBE_HEADER } from "./self-probe.ts";

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
	readonly healthChecks: HealthChecks;
	readonly maintenance: Maintenance;
	readonly answerProbe: AnswerProbe;
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
		handler: (request, reply) => health(parts, request, reply),
	}),
};

/** `HEAD /health` (SPEC D4). */
export const headHealth = headOf(getHealth, "headHealth");

const HEALTH_CHECK = /^\/api\/v1\/health\/?(\?|$)/;

/** Whether a request is a health check: those are answered however busy the service is. */
export function isHealthCheck(url: string | undefined): boolean {
	return HEALTH_CHECK.test(url ?? "");
}

async function health(
	{ healthChecks, maintenance, answerProbe }: HealthParts,
	request: FastifyRequest,
	reply: FastifyReply,
) {
	const seen = answerProbe(request);
	if (seen !== undefined) reply.header(PROBE_HEADER, seen);
	// If the switch cannot be read, its last known state is used: the cause also makes the database check fail.
	const switchRead = maintenance.refresh()?.catch(() => undefined);
	const [database, images] = await Promise.all([
		healthChecks.database(),
		healthChecks.images(),
		inTime(switchRead ?? Promise.resolve()),
	]);
	const checks = { database, images };
	const message = maintenance.message();
	if (message !== null) {
		throw commonErrors.service_unavailable({
			message,
			retryAfterSeconds: MAINTENANCE_RETRY_SECONDS,
			details: { status: "maintenance", checks },
		});
	}
	if (database !== "ok" || images !== "ok") {
		throw commonErrors.service_unavailable({ retryAfterSeconds: RETRY_SECONDS, details: { checks } });
	}
	return {
		status: "ok",
		version: VERSION,
		api_version: API_VERSION,
		time: isoTime(request.arrivedAtMs),
		checks,
	};
}

import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Clock } from "./clock.ts";
import { command } from "./db/command.ts";
import type { Database } from "./db/database.ts";
import type { Tx } from "./db/tx.ts";
import { type HttpError, httpError } from "./http/http-error.ts";
import { setServiceState } from "./service-state.ts";

const MAINTENANCE = "maintenance";
const FRESH_MS = 1000;
const RETRY_SECONDS = 30;

/** Switches maintenance on, with the message for clients, or off with `null`. */
export const setMaintenance = command<{ message: string | null }, undefined>(
	"platform.set_maintenance",
	async (tx, { message }) => {
		await setServiceState(tx, MAINTENANCE, message);
		return undefined;
	},
);

/** The message for clients, or `null` when there is no maintenance. */
export async function readMaintenance(tx: Tx): Promise<string | null> {
	const row = await tx
		.selectFrom("service_state")
		.select("value")
		.where("name", "=", MAINTENANCE)
		.executeTakeFirst();
	return row?.value ?? null;
}

/**
 * Answers 503 to everything except what `isHealthCheck` lets through while maintenance is on. Every process notices within a second.
 */
export function refuseDuringMaintenance(
	app: FastifyInstance,
	db: Database,
	clock: Clock,
	isHealthCheck: (url: string) => boolean,
): void {
	let message: string | null = null;
	let readAtMs = Number.NEGATIVE_INFINITY;
	async function learn(): Promise<void> {
		readAtMs = clock.now();
		message = await readMaintenance(db.read);
	}
	function refusal(request: FastifyRequest): HttpError | undefined {
		if (message === null || isHealthCheck(request.url)) return undefined;
		return httpError("service_unavailable", { message, retryAfterSeconds: RETRY_SECONDS });
	}
	app.addHook("onRequest", (request, _reply, done) => {
		if (Math.abs(clock.now() - readAtMs) < FRESH_MS) done(refusal(request));
		else learn().then(() => done(refusal(request)), done);
	});
}

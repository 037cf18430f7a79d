import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import { command } from "./db/command.ts";
import type { Database } from "./db/database.ts";
import type { Tx } from "./db/tx.ts";
import { commonErrors, type HttpError } from "./http/http-error.ts";
import type { RegularWork } from "./retention.ts";
import { readServiceState, setServiceState } from "./service-state.ts";
import type { Clock } from "./time/clock.ts";

const MAINTENANCE = "maintenance";
const FRESH_MS = 1000;
export const MAINTENANCE_RETRY_SECONDS = 30;

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
	return (await readServiceState(tx, MAINTENANCE)) ?? null;
}

declare module "fastify" {
	interface FastifyContextConfig {
		/** `answer`: the route keeps working during maintenance. A hook: runs before the request is refused. */
		duringMaintenance?: "answer" | onRequestAsyncHookHandler;
	}
}

/** Whether maintenance is on. Every process notices within a second. */
export type Maintenance = ReturnType<typeof createMaintenance>;

/** Reads the switch from the database, so that it may be set by any process. */
export function createMaintenance(db: Database, clock: Clock) {
	let message: string | null = null;
	let readAtMs = Number.NEGATIVE_INFINITY;
	let reading: Promise<void> | undefined;
	async function read(): Promise<void> {
		try {
			message = await readMaintenance(db.read);
		} finally {
			reading = undefined;
		}
	}
	return {
		/** The message for clients as last read, `null` when there is none. */
		message: () => message,
		/** Reads the message again if it is more than a second old. @returns the read in progress, `undefined` if there is none. */
		refresh() {
			if (Math.abs(clock.now() - readAtMs) < FRESH_MS) return reading;
			readAtMs = clock.now();
			reading = read();
			return reading;
		},
	};
}

/** Answers 503 while maintenance is on, except on routes that are configured otherwise. */
export function refuseDuringMaintenance(app: FastifyInstance, maintenance: Maintenance): void {
	app.addHook("onRequest", (request, reply, done) => {
		const reading = maintenance.refresh();
		if (!reading && maintenance.message() === null) done();
		else refuse(request, reply, maintenance, reading).then(() => done(), done);
	});
}

async function refuse(
	request: FastifyRequest,
	reply: FastifyReply,
	maintenance: Maintenance,
	reading: Promise<void> | undefined,
): Promise<void> {
	const { duringMaintenance } = request.routeOptions.config;
	if (duringMaintenance === "answer") {
		// This answer does not depend on the message, and if the database cannot be read, whatever needs it will fail by itself.
		reading?.catch(() => undefined);
		return;
	}
	await reading;
	if (maintenance.message() === null) return;
	await duringMaintenance?.call(request.server, request, reply);
	throw underMaintenance(maintenance.message());
}

/** For a request that was admitted a while ago. @throws HttpError 503 when maintenance has begun since. */
export async function requireNoMaintenance(maintenance: Maintenance): Promise<void> {
	await maintenance.refresh();
	if (maintenance.message() !== null) throw underMaintenance(maintenance.message());
}

/** Regular work that pauses during maintenance. */
export function pausedInMaintenance(works: readonly RegularWork[], maintenance: Maintenance): RegularWork[] {
	return works.map(({ everyMs, step }) => ({
		everyMs,
		async step() {
			await maintenance.refresh();
			return maintenance.message() === null ? step() : false;
		},
	}));
}

function underMaintenance(message: string | null): HttpError {
	return commonErrors.service_unavailable({
		...(message === null ? {} : { message }),
		retryAfterSeconds: MAINTENANCE_RETRY_SECONDS,
	});
}

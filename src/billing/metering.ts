import type { FastifyRequest } from "fastify";
import type { Database } from "../platform/db/database.ts";
import type { Action } from "./actions.ts";
import { type ChargeLine, totalUnits } from "./charge.ts";
import { insufficientCredits } from "./errors.ts";
import type { PriceList } from "./prices.ts";
import { type Settlement, settle, type WindowCounts } from "./settle.ts";

/** One thing that a request did, to be priced. */
export interface Deed {
	readonly action: Action;
	readonly quantity: number;
}

/** Who is charged, and the counters that are saved along. */
export interface Metered {
	readonly clientId: string;
	readonly windows: () => WindowCounts | undefined;
	/** Called when the request ends in a 5xx. */
	readonly giveBack: () => void;
}

export interface Metering {
	/** From here on the request is of this client: it will be recorded, whatever comes of it. */
	begin(request: FastifyRequest, metered: Metered): void;
	/**
	 * Charges what a request did at today's prices. Resolves when the charge is durable.
	 * @throws ApiError 402 when the balance does not suffice; nothing is charged then.
	 */
	charge(request: FastifyRequest, deeds: readonly Deed[], status?: number): Promise<void>;
	/** The balance at this moment, which a free answer speaks of. */
	showBalance(request: FastifyRequest): Promise<number>;
}

interface MeteringParts {
	readonly db: Database;
	readonly prices: () => Promise<PriceList>;
}

declare module "fastify" {
	interface FastifyRequest {
		metered?: Metered;
	}
}

export function metering({ db, prices }: MeteringParts): Metering {
	const findBalance = db.pointRead(
		db.read.selectFrom("balance").select("units").where("client_id", "=", "").compile(),
	);

	async function readBalance(request: FastifyRequest, metered: Metered): Promise<number> {
		const balanceUnits = (await findBalance(metered.clientId))?.units ?? 0;
		request.tally.balanceUnits = balanceUnits;
		return balanceUnits;
	}

	/** What every authenticated request owes when nothing was charged: a row in the audit, and the truth about its balance. */
	async function finishUncharged(request: FastifyRequest, metered: Metered, status: number): Promise<void> {
		if (status >= 500) metered.giveBack();
		db.write(settle, settlement(request, metered, [], status)).catch((fault) =>
			request.log.error({ err: fault }, "a request could not be recorded"),
		);
		await readBalance(request, metered);
	}

	return {
		begin(request, metered) {
			request.metered = metered;
			request.tally.finish = (status) => finishUncharged(request, metered, status);
		},
		async charge(request, deeds, status = 200) {
			const { tally } = request;
			const metered = meteredOf(request);
			const list = await prices();
			const lines = deeds.map(({ action, quantity }) => ({
				action,
				quantity,
				priceUnits: list.unitsOf(action, request.arrivedAtMs),
			}));
			const outcome = await db.write(settle, settlement(request, metered, lines, status));
			delete tally.finish;
			tally.balanceUnits = outcome.balanceUnits;
			if (!outcome.paid) throw insufficientCredits(totalUnits(lines), outcome.balanceUnits);
			tally.debitedUnits = totalUnits(lines);
		},
		showBalance: (request) => readBalance(request, meteredOf(request)),
	};
}

function meteredOf(request: FastifyRequest): Metered {
	if (!request.metered) throw new Error("only an authenticated request is metered");
	return request.metered;
}

function settlement(
	request: FastifyRequest,
	metered: Metered,
	lines: readonly ChargeLine[],
	status: number,
): Settlement {
	const windows = metered.windows();
	return {
		clientId: metered.clientId,
		requestId: request.id,
		atMs: request.arrivedAtMs,
		method: request.method,
		route: request.routeOptions.url ?? "",
		status,
		address: request.clientAddress,
		lines,
		...(windows ? { windows } : {}),
	};
}

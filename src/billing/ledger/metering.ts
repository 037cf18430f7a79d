import type { FastifyReply, FastifyRequest } from "fastify";
import { type AnswerText, fillBalance } from "../../api/answer-text.ts";
import type { AnswerClaim } from "../../api/idempotency/claim.ts";
import { bodyHash, idempotencyKey, REPLAY_MS } from "../../api/idempotency/key.ts";
import { replay } from "../../api/idempotency/replay.ts";
import type { WindowCounts } from "../../api/limits/saved-windows.ts";
import type { Database } from "../../platform/db/database.ts";
import { markIrrevocable } from "../../platform/http/deadline.ts";
import { accountOwes, capReached, insufficientCredits } from "../errors.ts";
import { type Charge, NO_CHARGE } from "../prices/charge.ts";
import { createPricing, type LineItem } from "../prices/priced.ts";
import type { PriceList } from "../prices/prices.ts";
import { settle } from "./settle.ts";
import type { Settlement, SettleOutcome } from "./settlement.ts";

/** The client that is charged, and the counters saved along with the charge. */
export interface Metered {
	readonly clientId: string;
	readonly windows: () => WindowCounts | undefined;
	/** Called when the request ends in a 5xx. */
	readonly uncountRequest: () => Promise<void>;
}

/** The balance that a client draws on. */
export interface ShownBalance {
	readonly balanceId: string;
	readonly balanceUnits: number;
}

export interface Metering {
	/** From here on, the request belongs to this client and will be recorded, whatever its outcome. */
	begin(request: FastifyRequest, metered: Metered): void;
	/**
	 * Charges for a request at current prices. Resolves when the charge is durable.
	 * @throws HttpError 402 when the balance is insufficient, in which case nothing is charged.
	 */
	charge(request: FastifyRequest, lineItems: readonly LineItem[], status?: number): Promise<void>;
	/**
	 * Charges and returns the text of the answer, which `write` builds given the units that will be debited. With an `Idempotency-Key` the answer is
	 * stored; if there is an earlier one under the same key, that is returned instead, without a charge.
	 * @throws HttpError 402 like `charge`; 409 when the key was used with a different body.
	 */
	chargeAndAnswer(
		request: FastifyRequest,
		reply: FastifyReply,
		lineItems: readonly LineItem[],
		write: (debitedUnits: number) => AnswerText,
	): Promise<string>;
	/** Settles a request through a command of another room that writes its data in the same transaction; pass the outcome to `requirePaid`. */
	settleWith(
		request: FastifyRequest,
		charge: Charge,
		status: number,
		write: (settlement: Settlement) => Promise<SettleOutcome>,
	): Promise<SettleOutcome>;
	/** Shows the debit of a settlement. @throws HttpError 402 when it was not paid. */
	requirePaid(request: FastifyRequest, outcome: SettleOutcome, costUnits: number): void;
	/** Shows the current balance, for a free answer. @param clientId by default, the client whose request is metered. */
	showBalance(request: FastifyRequest, clientId?: string): Promise<ShownBalance>;
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

const NO_BALANCE = { balance_id: "", units: 0 };

export function createMetering({ db, prices }: MeteringParts): Metering {
	const findBalance = db.pointRead(
		db.read
			.selectFrom("balance_member")
			.innerJoin("balance", "balance.balance_key", "balance_member.balance_key")
			.select(["balance_id", "units"])
			.where("client_id", "=", "")
			.compile(),
	);

	const priced = createPricing(prices);

	async function readBalance(request: FastifyRequest, clientId: string): Promise<ShownBalance> {
		const { balance_id: balanceId, units: balanceUnits } = (await findBalance(clientId)) ?? NO_BALANCE;
		request.responseMeta.balanceUnits = balanceUnits;
		return { balanceId, balanceUnits };
	}

	const finish = finishingUncharged(db, readBalance);
	const settleNow = (input: Settlement) => db.write(settle, input);

	/** Once this resolves, the request has been recorded, whatever its outcome. */
	function pay(
		request: FastifyRequest,
		charge: Charge,
		status: number,
		claim?: AnswerClaim,
	): Promise<SettleOutcome> {
		const write = claim ? (input: Settlement) => settleNow({ ...input, claim }) : settleNow;
		return settleWith(request, charge, status, write);
	}

	return {
		begin(request, metered) {
			request.metered = metered;
			request.responseMeta.finish = (status) => finish(request, metered, status);
		},
		async charge(request, lineItems, status = 200) {
			const charge = await priced(lineItems, request.arrivedAtMs);
			requirePaid(request, await pay(request, charge, status), charge.units);
		},
		async chargeAndAnswer(request, reply, lineItems, write) {
			// The header is supported only for POST (SPEC 4.5).
			const key = request.method === "POST" ? idempotencyKey(request) : undefined;
			const charge = await priced(lineItems, request.arrivedAtMs);
			const text = write(charge.units);
			const claim = key === undefined ? undefined : claimOf(request, key, text);
			const outcome = await pay(request, charge, 200, claim);
			if (outcome.earlier) return replay(request, reply, outcome.earlier);
			requirePaid(request, outcome, charge.units);
			return fillBalance(text, outcome.balanceUnits);
		},
		settleWith,
		requirePaid,
		showBalance: (request, clientId = meteredOf(request).clientId) => readBalance(request, clientId),
	};
}

/**
 * Completes an uncharged request: writes its audit row, awaited (not for a 5xx) so that the caller's next answer includes it, and shows its balance. The one
 * that the body shows already is not read again: it may have changed since.
 */
function finishingUncharged(
	db: Database,
	readBalance: (request: FastifyRequest, clientId: string) => Promise<ShownBalance>,
) {
	return async (request: FastifyRequest, metered: Metered, status: number): Promise<void> => {
		if (status >= 500) await metered.uncountRequest();
		const recorded = db
			.write(settle, settlement(request, metered, NO_CHARGE, status))
			.catch((fault) =>
				request.log.error({ err: fault, reqId: request.id }, "a request could not be recorded"),
			);
		const isShown = request.responseMeta.balanceUnits !== undefined;
		await Promise.all([
			status >= 500 ? undefined : recorded,
			isShown ? undefined : readBalance(request, metered.clientId),
		]);
	};
}

async function settleWith(
	request: FastifyRequest,
	charge: Charge,
	status: number,
	write: (settlement: Settlement) => Promise<SettleOutcome>,
): Promise<SettleOutcome> {
	const input = settlement(request, meteredOf(request), charge, status);
	markIrrevocable(request.responseMeta);
	const outcome = await write(input);
	request.responseMeta.finish = undefined;
	request.responseMeta.balanceUnits = outcome.balanceUnits;
	return outcome;
}

/** Shows the debit, or throws if it could not be paid. */
function requirePaid(request: FastifyRequest, outcome: SettleOutcome, costUnits: number): void {
	if (!outcome.paid) {
		if (outcome.reachedCap) throw capReached(costUnits, outcome.reachedCap);
		if (outcome.owes) throw accountOwes(costUnits);
		throw insufficientCredits(costUnits, outcome.balanceUnits);
	}
	request.responseMeta.debitedUnits = outcome.debitedUnits;
}

function claimOf(request: FastifyRequest, key: string, text: AnswerText): AnswerClaim {
	return {
		clientId: meteredOf(request).clientId,
		method: request.method,
		route: request.routeOptions.url ?? "",
		key,
		bodyHash: bodyHash(request.rawBody ?? ""),
		status: 200,
		requestId: request.id,
		...text,
		expiresAtMs: request.arrivedAtMs + REPLAY_MS,
	};
}

function meteredOf(request: FastifyRequest): Metered {
	if (!request.metered) throw new Error("only an authenticated request is metered");
	return request.metered;
}

/** The barcode in a request's path, for its record. Anything that is not a barcode was refused, and may be arbitrary text. */
function barcodeOf({ params }: FastifyRequest): string | undefined {
	const barcode = (params as { readonly barcode?: string } | undefined)?.barcode;
	return barcode !== undefined && /^[0-9]{4,14}$/.test(barcode) ? barcode : undefined;
}

function settlement(request: FastifyRequest, metered: Metered, charge: Charge, status: number): Settlement {
	return {
		clientId: metered.clientId,
		requestId: request.id,
		atMs: request.arrivedAtMs,
		method: request.method,
		route: request.routeOptions.url ?? "",
		status,
		address: request.clientAddress,
		charge,
		barcode: barcodeOf(request),
		error: request.responseMeta.errorCode,
		windows: metered.windows(),
	};
}

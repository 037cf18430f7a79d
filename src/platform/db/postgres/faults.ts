import { DatabaseError } from "pg";
import { plainFault } from "../../plain-fault.ts";
import { StorageUnavailable, TransactionTooLong } from "../database.ts";
import { StoreGone } from "../group-commit.ts";

/** Translates errors of PostgreSQL and of the network into what they mean to the service. */
export function asUnavailable(fault: unknown): StorageUnavailable {
	if (fault instanceof StorageUnavailable) return fault;
	const Kind = isConnectionLost(fault)
		? StoreGone
		: isTimedOut(fault)
			? TransactionTooLong
			: StorageUnavailable;
	return new Kind(`PostgreSQL: ${plainFault(fault)}`, { cause: fault });
}

/** SQL states in which the server answers but cannot serve: stopping, starting, recovering, or out of connections. */
const NOT_SERVING = /^(08|57P0[1-5]|53300)/;

/** The server cancelled a statement, and its transaction with it. */
function isTimedOut(fault: unknown): boolean {
	return fault instanceof DatabaseError && fault.code === "57014";
}

/** Whether the server is unreachable. An error with an SQL state came from a server that is there. */
export function isConnectionLost(fault: unknown): boolean {
	if (fault instanceof DatabaseError) return NOT_SERVING.test(fault.code ?? "");
	return fault instanceof Error && !(fault instanceof TypeError) && !(fault instanceof RangeError);
}

/** A deadlock or a serialisation failure: worth retrying. */
export function isWorthRepeating(fault: unknown): boolean {
	return fault instanceof DatabaseError && (fault.code === "40001" || fault.code === "40P01");
}

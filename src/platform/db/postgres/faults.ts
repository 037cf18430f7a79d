import { DatabaseError } from "pg";
import { StorageUnavailable } from "../database.ts";
import { StoreGone } from "../group-commit.ts";

/** Whatever PostgreSQL or the way to it refuses, told as what it means to the service. */
export function asUnavailable(fault: unknown): StorageUnavailable {
	if (fault instanceof StorageUnavailable) return fault;
	const message = fault instanceof Error ? fault.message || (fault as { code?: string }).code : undefined;
	const Kind = isConnectionLost(fault) ? StoreGone : StorageUnavailable;
	return new Kind(`PostgreSQL: ${message ?? String(fault)}`, { cause: fault });
}

/** States in which the server answers but cannot serve: it stops, starts or recovers, or has no connection to give. */
const NOT_SERVING = /^(08|57P0[1-5]|53300)/;

/** Whether there is no server to talk to any more. What has a state was said by a server that is there. */
export function isConnectionLost(fault: unknown): boolean {
	if (fault instanceof DatabaseError) return NOT_SERVING.test(fault.code ?? "");
	return fault instanceof Error && !(fault instanceof TypeError) && !(fault instanceof RangeError);
}

/** Two transactions waited for each other, or one overtook the other: run again, it will pass. */
export function isWorthRepeating(fault: unknown): boolean {
	return fault instanceof DatabaseError && (fault.code === "40001" || fault.code === "40P01");
}

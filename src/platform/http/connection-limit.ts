import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { integerSetting, type SettingsOf } from "../settings.ts";
import { type AddressRange, bucketKey, clientAddress, inRanges } from "./client-address.ts";

export const connectionSettings = {
	connections: integerSetting(
		"PACKSHOT_CONNECTIONS",
		20_000,
		{ min: 1, max: 1_000_000 },
		"Open connections beyond which new ones are closed; fewer where the system lets the process open fewer files",
	),
	connectionsPerAddress: integerSetting(
		"PACKSHOT_CONNECTIONS_PER_IP",
		2000,
		{ min: 1, max: 1_000_000 },
		"Of these, from one address; trusted proxies may open as many as there are",
	),
};

export interface ConnectionLimit extends SettingsOf<typeof connectionSettings> {
	readonly trustedProxies: readonly AddressRange[];
	/** Counts a connection that was closed unread. */
	readonly refused: () => void;
}

/** Files that the process has open besides connections of callers: database, blobs, logs, connections of its own. */
const OTHER_FILES = 256;
const LOG_EVERY_MS = 10_000;

/** Closes connections beyond the limits without reading from them: each costs memory and a file, and the database needs files too. */
export function limitConnections(app: FastifyInstance, limit: ConnectionLimit): void {
	const { connectionsPerAddress, trustedProxies } = limit;
	const connections = fittingConnections(limit.connections, openFilesLimit());
	const openByAddress = new Map<string, number>();
	let open = 0;
	let refused = 0;

	// Not `maxConnections`: worker processes would pass a connection that is one too many to each other for ever.
	app.server.prependListener("connection", (connection: Socket) => {
		const key = keyOf(connection, trustedProxies);
		const fromThere = openByAddress.get(key) ?? 0;
		if (open >= connections || (key !== TRUSTED && fromThere >= connectionsPerAddress)) {
			refused++;
			limit.refused();
			connection.destroy();
			return;
		}
		open++;
		openByAddress.set(key, fromThere + 1);
		connection.once("close", () => {
			open--;
			const left = (openByAddress.get(key) ?? 1) - 1;
			if (left > 0) openByAddress.set(key, left);
			else openByAddress.delete(key);
		});
	});
	// One log line for all of them: a line each would add to the load.
	const logging = setInterval(() => {
		if (refused > 0)
			app.log.warn({ refused, open, connections, connectionsPerAddress }, "too many connections");
		refused = 0;
	}, LOG_EVERY_MS);
	logging.unref();
	app.addHook("onClose", () => clearInterval(logging));
}

const TRUSTED = "trusted";

/** What a connection counts for: its address, or all trusted proxies together. */
function keyOf({ remoteAddress }: Socket, trustedProxies: readonly AddressRange[]): string {
	const address = clientAddress(remoteAddress, {}, []);
	return inRanges(address, trustedProxies) ? TRUSTED : bucketKey(address);
}

/**
 * @param openFiles how many the process may have open; `undefined` when the system does not say.
 * @returns as many connections as leave files for the rest.
 */
export function fittingConnections(connections: number, openFiles: number | undefined): number {
	if (openFiles === undefined) return connections;
	return Math.min(connections, Math.max(openFiles - OTHER_FILES, Math.floor(openFiles / 2)));
}

/** Of Linux; elsewhere nobody says. */
function openFilesLimit(): number | undefined {
	try {
		const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
		return soft === undefined ? undefined : Number(soft);
	} catch {
		return undefined;
	}
}

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
		"Maximum number of open connections; further ones are closed. Lower if the system's limit on open files requires it",
	),
	connectionsPerAddress: integerSetting(
		"PACKSHOT_CONNECTIONS_PER_IP",
		2000,
		{ min: 1, max: 1_000_000 },
		"Maximum number of open connections from one IP address; does not apply to trusted proxies",
	),
};

export interface ConnectionLimit extends SettingsOf<typeof connectionSettings> {
	readonly trustedProxies: readonly AddressRange[];
	/** Counts a connection that was closed without being read. */
	readonly refused: () => void;
}

/** Files that the process has open besides connections from callers: database, blobs, logs, outgoing connections. */
const OTHER_FILES = 256;
const LOG_EVERY_MS = 10_000;

/** Closes connections beyond the limits without reading from them: each costs memory and a file, and the database needs files too. */
export function limitConnections(app: FastifyInstance, limit: ConnectionLimit): void {
	const { connectionsPerAddress, trustedProxies } = limit;
	const connections = fittingConnections(limit.connections, openFilesLimit());
	const openByAddress = new Map<string, number>();
	let open = 0;
	let refused = 0;

	// Not `maxConnections`: with it, worker processes would keep passing a surplus connection to each other forever.
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
	// One log line for all of them: a line for each would add to the load.
	const logging = setInterval(() => {
		if (refused > 0)
			app.log.warn({ refused, open, connections, connectionsPerAddress }, "too many connections");
		refused = 0;
	}, LOG_EVERY_MS);
	logging.unref();
	app.addHook("onClose", () => clearInterval(logging));
}

const TRUSTED = "trusted";

/** What a connection is counted under: its address, or all trusted proxies together. */
function keyOf({ remoteAddress }: Socket, trustedProxies: readonly AddressRange[]): string {
	const address = clientAddress(remoteAddress, {}, []);
	return inRanges(address, trustedProxies) ? TRUSTED : bucketKey(address);
}

/** @returns how many connections leave enough files for everything else. @param openFiles the process's maximum; `undefined` if unknown. */
export function fittingConnections(connections: number, openFiles: number | undefined): number {
	if (openFiles === undefined) return connections;
	return Math.min(connections, Math.max(openFiles - OTHER_FILES, Math.floor(openFiles / 2)));
}

/** Known only on Linux. */
function openFilesLimit(): number | undefined {
	try {
		const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
		return soft === undefined ? undefined : Number(soft);
	} catch {
		return undefined;
	}
}

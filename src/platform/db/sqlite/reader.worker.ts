import { parentPort, workerData } from "node:worker_threads";
import { openSqlite } from "./connection.ts";
import type { FaultReply, ReadReply, ReadRequest } from "./messages.ts";

/** The reader thread: runs listings and counts, so that a long one never blocks the event loop. */
const port = parentPort;
if (!port) throw new Error("the reader runs in a worker thread");
const connection = openSqlite(workerData.file, "reading");

port.on("message", (message: ReadRequest | "close") => {
	if (message === "close") {
		connection.close();
		port.close();
		return;
	}
	port.postMessage(answer(message));
});

function answer({ id, sql, parameters }: ReadRequest): ReadReply | FaultReply {
	try {
		return { id, rows: connection.all(sql, parameters).rows };
	} catch (fault) {
		return { id, fault: { message: fault instanceof Error ? fault.message : String(fault) } };
	}
}

import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ON_A_BUSY_MACHINE } from "./busy-machine.ts";

/** The built program. */
export const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** `packshot serve` in its own process. */
export interface BuiltServer {
	readonly process: ChildProcess;
	/** `http://127.0.0.1:…/api/v1` */
	readonly url: string;
}

/**
 * Starts the built program on a free port and resolves once it serves. From this process it inherits only PATH; overload limits are relaxed
 * for a busy machine.
 */
export async function startBuiltServer(environment: Record<string, string>): Promise<BuiltServer> {
	const child = spawn(process.execPath, [MAIN, "serve", "--port", "0"], {
		env: { PATH: process.env.PATH, ...ON_A_BUSY_MACHINE, ...environment },
		stdio: ["ignore", "ignore", "pipe"],
	});
	return { process: child, url: await urlOf(child) };
}

/** The address of a server, which it prints on stderr when it is ready. Reading goes on: a server whose output nobody takes is ended by it. */
export function urlOf({ stderr }: ChildProcess): Promise<string> {
	let said = "";
	return new Promise((resolve, reject) => {
		stderr?.on("data", (chunk) => {
			said += chunk;
			const url = /serving (http\S+)/.exec(said)?.[1];
			if (url) resolve(url);
		});
		stderr?.once("end", () => reject(new Error(`the server did not start: ${said}`)));
	});
}

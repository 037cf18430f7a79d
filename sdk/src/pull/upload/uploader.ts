import { setTimeout } from "node:timers/promises";
import { failureReason } from "../../failure-reason.ts";
import { EXIT, PullStopped, unusable } from "../stopped.ts";

/** A picture to publish. */
export interface Upload {
	/** File name: barcode and variant. */
	readonly name: string;
	readonly bytes: Uint8Array;
	/** SHA-256 of the bytes, in hexadecimal. */
	readonly sha256: string;
	/** What it shows, for those who cannot see it. */
	readonly alt: string;
}

/** A place of the shop's own for pictures. */
export interface Uploader {
	/** For people. */
	readonly where: string;
	/** As `--upload` names it, for later runs of the command. */
	readonly target?: string;
	/**
	 * Puts a picture there, unless it is there already. @returns the address at which anybody can fetch it
	 * @throws PullStopped that says what to do
	 */
	put(upload: Upload): Promise<{ readonly url: string; readonly isNew: boolean }>;
}

export function typeOf(name: string): string {
	return name.endsWith(".png") ? "image/png" : "image/jpeg";
}

const ATTEMPTS = 4;
const ATTEMPT_MS = 60_000;

/**
 * Sends a request, again if it may help. @param request signs it anew each time
 * @returns the response unless it is a failure of the server. @throws PullStopped naming host and cause
 */
export async function sent(request: () => Promise<Request>): Promise<Response> {
	for (let attempt = 1; ; attempt++) {
		const asked = await request();
		const { host } = new URL(asked.url);
		let problem: string;
		try {
			const response = await fetch(asked, { signal: AbortSignal.timeout(ATTEMPT_MS) });
			if (response.status < 500 && response.status !== 429) return response;
			problem = `answers ${response.status}: ${await reasonIn(response)}`;
		} catch (error) {
			problem = `does not answer (${failureReason(error)})`;
		}
		if (attempt === ATTEMPTS)
			throw new PullStopped(
				EXIT.failed,
				`${host} ${problem}\nRun the same command again to continue: what is there is not uploaded twice.`,
			);
		await setTimeout(500 * 2 ** attempt);
	}
}

/** @throws PullStopped when the place refuses something. @param advice what to do about 401 and 403 */
export async function requireAccepted(response: Response, advice: string): Promise<void> {
	if (response.ok) return;
	const { host } = new URL(response.url);
	const what = [401, 403].includes(response.status) ? `\n${advice}` : "";
	throw unusable(`${host} answers ${response.status}: ${await reasonIn(response)}${what}`);
}

/** How much of an answer is repeated. */
const SHOWN = 300;

async function reasonIn(response: Response): Promise<string> {
	const text = await response.text().catch(() => "");
	const said = /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? /<Message>([^<]*)/.exec(text)?.[1];
	return (said ?? text.replace(/<[^>]*>/g, " ").trim()).slice(0, SHOWN) || response.statusText;
}

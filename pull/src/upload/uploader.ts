import { setTimeout } from "node:timers/promises";
import { failureReason } from "../../../src/platform/failure-reason.ts";
import { AnswerTooLong, readBody, readStart } from "../../../src/platform/limited-body.ts";
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

/** An answer of a place, read to its end or, of a failure, in its beginning. */
export interface Answer {
	readonly status: number;
	readonly ok: boolean;
	readonly headers: Headers;
	readonly bytes: Uint8Array;
	/** Why it refuses, if it does. */
	readonly reason: string;
}

/** What is expected of an answer. */
export interface Expected {
	/** The most bytes that are read of a success. */
	readonly mostBytes: number;
	/** What was sent and must not be shown, though the place may repeat it. */
	readonly secrets: readonly string[];
}

/** More than any picture has. */
export const MOST_PICTURE_BYTES: number = 64 * 1024 * 1024;

export function typeOf(name: string): string {
	return name.endsWith(".png") ? "image/png" : "image/jpeg";
}

const ATTEMPTS = 4;
const ATTEMPT_MS = 60_000;
/** How much is read of an answer that is a failure, and how much of that is shown. */
const REASON_BYTES = 20_000;
const SHOWN = 300;

/**
 * Sends a request, again if it may help. Redirects are not followed: what is secret is meant for one host. @param request signs it anew each time
 * @returns the answer unless it is a failure of the server. @throws PullStopped naming host and cause
 */
export async function sent(request: () => Promise<Request>, expected: Expected): Promise<Answer> {
	for (let attempt = 1; ; attempt++) {
		const asked = await request();
		const { host } = new URL(asked.url);
		let problem: string;
		try {
			// The limit of time covers the body.
			const response = await fetch(asked, { redirect: "manual", signal: AbortSignal.timeout(ATTEMPT_MS) });
			const answer = await read(response, expected);
			if (response.status >= 300 && response.status < 400) throw redirects(host, response);
			if (response.status < 500 && response.status !== 429) return answer;
			problem = `answers ${response.status}: ${answer.reason}`;
		} catch (error) {
			if (error instanceof PullStopped) throw error;
			if (error instanceof AnswerTooLong)
				throw unusable(`${host} is no place for pictures: ${error.message}`);
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

async function read(response: Response, { mostBytes, secrets }: Expected): Promise<Answer> {
	const { status, ok, headers } = response;
	if (ok) return { status, ok, headers, bytes: await readBody(response, mostBytes), reason: "" };
	const text = await readStart(response, REASON_BYTES).catch(() => "");
	const said = /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? /<Message>([^<]*)/.exec(text)?.[1];
	const whole = said ?? text.replace(/<[^>]*>/g, " ").trim();
	const reason = without(secrets, whole).slice(0, SHOWN) || response.statusText;
	return { status, ok, headers, bytes: new Uint8Array(), reason };
}

function redirects(host: string, response: Response): PullStopped {
	const location = response.headers.get("location") ?? "";
	const to = URL.canParse(location, response.url) ? ` to ${new URL(location, response.url).host}` : "";
	return unusable(`${host} redirects${to}, which is not followed: give the address that it leads to`);
}

function without(secrets: readonly string[], text: string): string {
	const forms = secrets
		.filter(Boolean)
		.flatMap((secret) => [
			secret,
			JSON.stringify(secret).slice(1, -1),
			encodeURIComponent(secret),
			Buffer.from(secret).toString("base64"),
		]);
	return forms.reduce((left, form) => left.replaceAll(form, "…"), text);
}

/** @throws PullStopped when the place refuses something. @param advice what to do about 401 and 403 */
export function requireAccepted({ ok, status, reason }: Answer, url: string | URL, advice: string): void {
	if (ok) return;
	const what = [401, 403].includes(status) ? `\n${advice}` : "";
	throw unusable(`${new URL(url).host} answers ${status}: ${reason}${what}`);
}

/**
 * An address that a place gives for a picture, as it goes into the shop's file. @throws PullStopped for what is no address at which anybody could fetch it
 */
export function publicAddress(text: unknown, host: string): string {
	const url = typeof text === "string" && URL.canParse(text) ? new URL(text) : undefined;
	const isBare = url !== undefined && url.username === "" && url.password === "";
	// A comma would end an address in the lists of shops.
	if (isBare && (url.protocol === "https:" || isThisMachine(url))) return url.href.replaceAll(",", "%2C");
	throw unusable(`${host} gives a picture an address that does not begin with https://, or is none at all`);
}

export function isThisMachine({ protocol, hostname }: URL): boolean {
	return protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

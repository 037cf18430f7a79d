import type { ResolveHost } from "../send/resolve-host.ts";
import { type AddressRules, addressProblem } from "./addresses.ts";

export const LONGEST_URL = 2048;
/** With a name server slower than this, the check is left to the first attempt. */
const LOOK_MS = 3000;

const HTTPS_ALONE = "url: only https is permitted";

/** Checks the form of a URL only. @returns the parsed URL, or what is wrong with the text. */
export function parseWebhookUrl(text: string): URL | string {
	if (text.length > LONGEST_URL) return `url: a URL has at most ${LONGEST_URL} characters`;
	if (!/^[\x21-\x7e]*$/.test(text)) {
		return "url: a URL has no spaces, control characters or letters beyond ASCII; write an international name in its xn-- form";
	}
	if (!URL.canParse(text)) return "url: write a whole URL, such as https://shop.example/hooks/packshot";
	const url = new URL(text);
	if (url.protocol !== "https:" && url.protocol !== "http:") return HTTPS_ALONE;
	if (url.port === "0") return "url: nothing can be sent to port 0";
	if (url.username !== "" || url.password !== "") return "url: a user name or password cannot be in it";
	return url;
}

/** What is wrong with a URL that is to become a webhook; `undefined` if nothing. Every attempt checks its addresses again. */
export async function webhookUrlProblem(
	text: string,
	rules: AddressRules,
	resolveHost: ResolveHost,
): Promise<string | undefined> {
	const url = parseWebhookUrl(text);
	if (typeof url === "string") return url;
	const isPlain = url.protocol === "http:";
	if (isPlain && rules.allow.length === 0) return HTTPS_ALONE;
	const addresses = await resolveHost(url.hostname, AbortSignal.timeout(LOOK_MS)).catch(() => []);
	if (isPlain && addresses.length === 0) return `${HTTPS_ALONE}, and the host's name has no address now`;
	const problems = addresses.map((address) => addressProblem(url.protocol, address, rules));
	if (problems.includes("not_public")) return "url: its host is not at a public address";
	if (problems.includes("not_encrypted")) return HTTPS_ALONE;
	return undefined;
}

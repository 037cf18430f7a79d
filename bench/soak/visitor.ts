import { setTimeout as sleep } from "node:timers/promises";
import { documentOf, type Place } from "./place.ts";
import { noteAnswer, noteWrong, type Seen } from "./told.ts";

/** An administrator with a browser. */
export interface Visitor {
	/** Opens the next page: its document, or one of its API requests. */
	visit(): Promise<void>;
}

const PAGES = [
	"/",
	"/portal/api/session",
	"/portal/api/overview",
	"/portal/api/keys",
	"/portal/api/admin/overview",
	"/portal/api/admin/clients",
	"/portal/api/admin/catalogue/products?q=a",
	"/portal/api/admin/catalogue/coverage",
	"/portal/api/admin/imports",
	"/portal/api/admin/prices",
	"/portal/api/admin/events",
];

/** Explained by a changed clock: the session has expired, or has not begun. */
const EXCUSED = [401, 429];
const EMAIL = "soak@example.com";
const PASSWORD = "wheel-lantern-72-cumin";

interface VisitorParts {
	readonly place: Place;
	readonly seen: Seen;
	readonly origin: () => string;
}

/** Creates an administrator who chooses a password. At least one node must be serving. */
export async function createVisitor({ place, seen, origin }: VisitorParts): Promise<Visitor> {
	let cookie = "";
	let csrf = "1";
	let next = 0;

	async function ask(path: string, json?: object): Promise<Response | undefined> {
		const node = origin();
		const headers = { cookie, ...(json ? { "content-type": "application/json", origin: node } : {}) };
		const changing = json
			? { method: "POST", body: JSON.stringify(json), headers: { ...headers, "x-packshot-csrf": csrf } }
			: { headers };
		return fetch(`${node}${path}`, changing).catch(() => undefined);
	}

	async function signIn(password: string): Promise<boolean> {
		const answer = await ask("/portal/api/session", { email: EMAIL, password });
		noteAnswer(seen, "page sign-in", answer?.status ?? "none");
		if (answer?.status !== 200) {
			await answer?.arrayBuffer().catch(() => undefined);
			return false;
		}
		cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
		csrf = ((await answer.json()) as { csrf_token: string }).csrf_token;
		return true;
	}

	const created = await documentOf(place.settings, "user", "create", "--email", EMAIL, "--admin");
	await signIn(created.one_time_password);
	const chosen = await ask("/portal/api/password", { current: created.one_time_password, new: PASSWORD });
	if (!chosen?.ok) throw new Error(`no password was set: ${chosen?.status} ${await chosen?.text()}`);
	while (!(await signIn(PASSWORD))) await sleep(1000);

	return {
		async visit() {
			const path = PAGES[next++ % PAGES.length] ?? "/";
			const answer = await ask(path);
			noteAnswer(seen, "page", answer?.status ?? "none");
			if (!answer) return;
			await answer.arrayBuffer().catch(() => undefined);
			if (answer.status === 401) await signIn(PASSWORD);
			const isExcused = EXCUSED.includes(answer.status) || answer.status >= 500;
			if (!answer.ok && !isExcused) noteWrong(seen, `page ${path}: ${answer.status}`);
		},
	};
}

import { randomBytes } from "node:crypto";
import { hash } from "@node-rs/argon2";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { type ErrorCode, errorCatalogue } from "../../src/errors.ts";
import {
	type MemberRole,
	ownErrors,
	PORTAL_PATH,
	type PortalRoute,
	type Role,
} from "../../src/pages/contract.ts";
import { csrfToken } from "../../src/pages/guard.ts";
import { createAccount } from "../../src/people/accounts/accounts.ts";
import { ownBucket } from "../../src/people/accounts/attempts.ts";
import { openSession } from "../../src/people/accounts/sessions.ts";
import { storedHashes } from "../../src/platform/secrets.ts";
import type { RouteName } from "../../src/routes.ts";
import { signIn as signInToApi } from "./credentials.ts";
import { routes } from "./routes.ts";
import type { TestService } from "./service.ts";

export interface PortalAnswer {
	readonly status: number;
	readonly headers: Headers;
	// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
	readonly body: any;
	readonly text: string;
}

export interface PortalCall {
	/** Values for the path parameters. */
	readonly path?: Record<string, string>;
	readonly query?: Record<string, string>;
	readonly body?: unknown;
	/** Override the headers that a browser would send; `undefined` omits a header. */
	readonly headers?: Record<string, string | undefined>;
}

/** A person with a browser: keeps the cookie and sends requests as a page does. */
export interface Browser {
	cookie: string | undefined;
	csrf: string | undefined;
	ask(name: RouteName, call?: PortalCall): Promise<PortalAnswer>;
	/** Signs in and remembers the CSRF token. */
	signIn(email: string, password: string, code?: string): Promise<PortalAnswer>;
}

export const PASSWORD = "wheel-lantern-72-cumin";
/** Hashing is slow on purpose, and so is checking, at the cost that the hash names: all test accounts share one of the lowest cost. */
const hashed = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });

export function browser(packshot: TestService): Browser {
	const self: Browser = {
		cookie: undefined,
		csrf: undefined,
		async ask(name, call = {}) {
			const [method = "", template = ""] = name.split(" ");
			const path = template.replace(/\{(\w+)\}/g, (_, key) =>
				encodeURIComponent(call.path?.[key] ?? "nothing"),
			);
			const search = call.query ? `?${new URLSearchParams(call.query)}` : "";
			const changes = method !== "GET" && method !== "HEAD";
			const headers: Record<string, string | undefined> = {
				...(self.cookie === undefined ? {} : { cookie: self.cookie }),
				...(changes
					? {
							"content-type": routeOf(name).bodyMedia ?? "application/json",
							origin: packshot.origin,
							"x-packshot-csrf": self.csrf ?? "1",
						}
					: {}),
				...routeOf(name).protocol?.headers,
				...call.headers,
			};
			const response = await fetch(`${packshot.origin}${PORTAL_PATH}${path}${search}`, {
				method,
				headers: Object.entries(headers).filter(
					(header): header is [string, string] => header[1] !== undefined,
				),
				...(changes && (call.body !== undefined || routeOf(name).body)
					? { body: JSON.stringify(call.body === undefined ? {} : call.body) }
					: {}),
			});
			const set = response.headers.get("set-cookie");
			if (set) self.cookie = set.includes("Max-Age=0") || /=;/.test(set) ? undefined : set.split(";")[0];
			const text = await response.text();
			const isJson = response.headers.get("content-type")?.startsWith("application/json");
			const body = isJson && text !== "" ? JSON.parse(text) : undefined;
			const answer = { status: response.status, headers: response.headers, body, text };
			requireDescribed(name, answer);
			return answer;
		},
		async signIn(email, password, code) {
			const answer = await self.ask("POST /session", {
				body: { email, password, ...(code === undefined ? {} : { code }) },
			});
			if (answer.status === 200) self.csrf = answer.body.csrf_token;
			return answer;
		},
	};
	return self;
}

const compiled = new WeakMap<TSchema, ReturnType<typeof Compile>>();

function compiledOnce(shape: TSchema) {
	const check = compiled.get(shape) ?? Compile(shape);
	compiled.set(shape, check);
	return check;
}

function routeOf(name: RouteName): PortalRoute {
	return routes[name];
}

/** Checks that every answer has the shape declared in the contract, and every error is one that the route may return. */
function requireDescribed(name: RouteName, { status, headers, body }: PortalAnswer): void {
	const route = routeOf(name);
	if (status < 300) {
		const expected = route.media ? 200 : (route.status ?? (route.answer ? 200 : 204));
		if (status !== expected) throw new Error(`${name} answered ${status}`);
		const [type] = headers.get("content-type")?.split(";") ?? [];
		const types = route.media ?? ["application/json"];
		if (type !== undefined && !types.includes(type)) throw new Error(`${name} answered with ${type}`);
		if (route.answer && !compiledOnce(route.answer).Check(body)) {
			throw new Error(`${name} answered another shape: ${JSON.stringify(body)}`);
		}
		return;
	}
	const everywhere: readonly ErrorCode[] = [
		"bad_request",
		"not_signed_in",
		"csrf_rejected",
		"password_change_required",
		"role_missing",
		"member_role_missing",
		"rate_limited",
		"service_unavailable",
	];
	// A HEAD response has no body.
	if (name.startsWith("HEAD ")) return;
	const code = body?.error as ErrorCode;
	if (![...ownErrors(route), ...everywhere].includes(code)) throw new Error(`${name} may not answer ${code}`);
	if (status !== errorCatalogue[code].status) throw new Error(`${code} came with ${status}`);
	if (body.request_id !== headers.get("x-request-id")) throw new Error("another request id in the body");
}

/** A key with a balance of its own, whose requested credits were approved, and a token to call the API with. */
export async function fundedKey(
	packshot: TestService,
	administrator: Browser,
	person: Browser,
	credits = 100,
): Promise<{ clientId: string; apiKey: string; path: { client_id: string }; token: string }> {
	const key = await separateKey(person);
	const path = { client_id: key.clientId };
	const asked = await person.ask("POST /keys/{client_id}/top-ups", { path, body: { credits } });
	const approval = { path: { top_up_id: asked.body.top_up_id }, body: {} };
	const approved = await administrator.ask("POST /admin/top-ups/{top_up_id}/approve", approval);
	if (approved.status !== 200) throw new Error(`not approved: ${approved.text}`);
	const { body } = await signInToApi(packshot, key);
	return { ...key, path, token: body.access_token };
}

let made = 0;

/** An account with the password above. */
export async function newAccount(
	packshot: TestService,
	more: {
		isAdministrator?: boolean;
		roles?: readonly Role[];
		email?: string;
		passwordExpiresAtMs?: number;
	} = {},
): Promise<{ accountId: string; email: string }> {
	const accountId = `acct_${++made}`;
	const email = more.email ?? `person${made}@example.com`;
	const outcome = await packshot.installation.db.write(createAccount, {
		accountId,
		email,
		passwordHash: await hashed,
		passwordExpiresAtMs: more.passwordExpiresAtMs ?? null,
		roles: more.roles ?? (more.isAdministrator ? ["administrator"] : []),
		isSignUp: false,
		actor: { accountId: null, address: null, requestId: "req_test", atMs: packshot.clock.now() },
	});
	if (outcome !== "created") throw new Error(outcome);
	return { accountId, email };
}

/** A person with an account and a session that lasts a year. */
export async function newPerson(
	packshot: TestService,
	more: Parameters<typeof newAccount>[1] = {},
): Promise<Browser & { accountId: string; email: string }> {
	const account = await newAccount(packshot, more);
	const person = browser(packshot);
	const token = await openedSession(packshot, account);
	person.cookie = `packshot_session=${token}`;
	person.csrf = csrfToken(token, packshot.installation.secrets.hashKeys)[0];
	return Object.assign(person, account);
}

/** A session as sign-in creates it, without the cost of checking a password. */
async function openedSession(
	packshot: TestService,
	{ accountId, email }: { accountId: string; email: string },
): Promise<string> {
	const { db, secrets } = packshot.installation;
	const token = randomBytes(32).toString("base64url");
	const isOpen = await db.write(openSession, {
		accountId,
		passwordHash: await hashed,
		secondFactor: { kind: "none" },
		session: {
			sessionHash: storedHashes(token, secrets.hashKeys)[0],
			sessionId: `ses_${accountId}`,
			expiresAtMs: packshot.clock.now() + 365 * 86_400_000,
			address: "127.0.0.1",
			userAgent: "node",
		},
		attempt: { own: ownBucket(email, "127.0.0.1"), shared: [] },
		actor: { accountId, address: null, requestId: "req_test", atMs: packshot.clock.now() },
	});
	if (!isOpen) throw new Error("no session was opened");
	return token;
}

/** A person who was invited to an account, and acts for it. @param headers that browsers send, where the service has a public address */
export async function memberOf(
	packshot: TestService,
	owner: Browser,
	role: MemberRole,
	headers: Record<string, string> = {},
) {
	const person = await newPerson(packshot);
	const { body } = await owner.ask("POST /members/invitations", { body: { role }, headers });
	const accepted = { body: { token: body.link.split("#")[1] }, headers };
	const joined = await person.ask("POST /invitation/accept", accepted);
	if (joined.status !== 204) throw new Error(`not joined: ${joined.text}`);
	return person;
}

/** A key that belongs to a person. */
export async function newKey(
	person: Browser,
	clientName = "A shop",
): Promise<{ clientId: string; apiKey: string }> {
	const { status, body, text } = await person.ask("POST /keys", { body: { client_name: clientName } });
	if (status !== 201) throw new Error(`no key: ${text}`);
	return { clientId: body.client_id, apiKey: body.api_key };
}

/** The same with a balance that nothing else draws on. */
export async function separateKey(person: Browser, clientName?: string): ReturnType<typeof newKey> {
	const key = await newKey(person, clientName);
	const own = { path: { client_id: key.clientId }, body: { balance: "own" } };
	await person.ask("PATCH /keys/{client_id}", own);
	return key;
}

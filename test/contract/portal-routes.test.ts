import { Check } from "typebox/value";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
	MEMBER_ROLES,
	MEMBERS,
	type MemberRole,
	membersFor,
	PORTAL_PATH,
	type PortalRoute,
	ROLES,
	type Role,
	rolesFor,
} from "../../src/pages/contract.ts";
import type { Route } from "../../src/platform/http/route.ts";
import type { RouteName } from "../../src/routes.ts";
import { filedCase } from "../support/filed-case.ts";
import { picturedProduct } from "../support/pictured-product.ts";
import {
	type Browser,
	browser,
	memberOf,
	newAccount,
	newKey,
	newPerson,
	type PortalCall,
} from "../support/portal.ts";
import { bodyFor, queries } from "../support/portal-bodies.ts";
import { portalRows } from "../support/portal-rows.ts";
import { letPropose, upload } from "../support/proposals.ts";
import { publishedAlert } from "../support/published-alert.ts";
import { routes } from "../support/routes.ts";
import { startService, type TestService } from "../support/service.ts";

/** Checks every route for what holds for all of them: the tables come from the contract, so no route can be forgotten. */

const SETTINGS = {
	PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000",
	PACKSHOT_WEBHOOKS: "on",
	// Each test moves the clock by a minute.
	PACKSHOT_SESSION_IDLE_MINUTES: "10000",
};

let packshot: TestService;
let owner: Awaited<ReturnType<typeof newPerson>>;
let stranger: Awaited<ReturnType<typeof newPerson>>;
let administrator: Awaited<ReturnType<typeof newPerson>>;
/** For each role, a person who has only that role. */
let holders: Readonly<Record<Role, Browser>>;
/** For each role in the owner's account, a person who has it and acts for the account. */
const members = new Map<MemberRole, Browser>();
/** Ids of things that belong to the owner, for every path parameter. */
let owned: Record<string, string>;

beforeAll(async () => {
	packshot = await startService({ settings: SETTINGS });
	owner = await newPerson(packshot);
	stranger = await newPerson(packshot);
	administrator = await newPerson(packshot, { isAdministrator: true });
	holders = {
		administrator,
		catalogue_editor: await newPerson(packshot, { roles: ["catalogue_editor"] }),
		accountant: await newPerson(packshot, { roles: ["accountant"] }),
		tracer: await newPerson(packshot, { roles: ["tracer"] }),
	};
	const { clientId: client_id } = await newKey(owner);
	const asked = { path: { client_id }, body: { credits: 5 } };
	const topUp = await owner.ask("POST /keys/{client_id}/top-ups", asked);
	const webhook = { path: { client_id }, body: { url: "https://93.184.215.14/" } };
	await owner.ask("PUT /keys/{client_id}/webhook", webhook);
	const sessions = await owner.ask("GET /sessions");
	for (const role of MEMBER_ROLES) members.set(role, await memberOf(packshot, owner, role));
	const invitation = await owner.ask("POST /members/invitations", { body: { role: "viewer" } });
	// Nothing in it is in the catalogue, so it is free.
	const order = await owner.ask("POST /keys/{client_id}/orders", {
		path: { client_id },
		body: { items: [{ barcode: "4011" }], idempotency_key: "an-order-that-is-free" },
	});
	const list = await owner.ask("POST /lists", { body: { name: "Mine", barcodes: ["4011"] } });
	await letPropose(administrator, owner);
	const { original } = await packshot.picture("94011", "front");
	const picture = await upload(packshot, owner, "front", original);
	const proposal = await owner.ask("POST /proposals", {
		body: { barcode: "94011", pictures: [picture.body.picture_id] },
	});
	const card = { body: { name: "spring.zip", size_bytes: 5, card: true } };
	const begun = await administrator.ask("POST /admin/imports", card);
	const case_id = await filedCase(packshot, administrator);
	const link = await administrator.ask("POST /admin/traces/{case_id}/links", { path: { case_id }, body: {} });
	owned = {
		link_id: link.body.link_id,
		proposal_id: proposal.body.proposal_id,
		picture_id: picture.body.picture_id,
		size: "preview",
		import_id: begun.body.import_id,
		picture: "0",
		view: "thumbnail",
		client_id,
		case_id,
		leak: "1",
		candidate: "1",
		order_id: order.body.order_id,
		list_id: list.body.list_id,
		top_up_id: topUp.body.top_up_id,
		session_id: sessions.body.data[0].session_id,
		account_id: owner.accountId,
		invitation_id: invitation.body.invitation.invitation_id,
		person_id: (await owner.ask("GET /members")).body.data[1].person_id,
		barcode: "4011",
		// Thumbnails belong to nobody: everybody who is signed in may see the existing ones.
		thumbnail: "00000000000000000000000000.webp",
		variant: "front",
		version: await picturedProduct(packshot, "4011"),
		change_id: "1",
		kind: "check_digit",
		ref: "1",
		alert_id: await publishedAlert(packshot, "94011"),
	};
});
afterAll(() => packshot.close());

beforeEach(() => packshot.clock.advance(60_000));
const entries = Object.entries(routes) as [RouteName, Route][];
const namesOf = (chosen: (route: Route, name: RouteName) => boolean) =>
	entries.filter(([name, route]) => chosen(route, name)).map(([name]) => name);

function call(name: RouteName, more: PortalCall = {}): PortalCall {
	const body = bodyFor(name);
	const { [name]: query } = queries;
	return { path: owned, ...(body ? { body } : {}), ...(query ? { query } : {}), ...more };
}

const rolesOf = (name: RouteName) => rolesFor(routes[name] as PortalRoute);
const membersOf = (name: RouteName) => membersFor(routes[name] as PortalRoute);
const isOwn = (name: RouteName) =>
	(routes[name] as PortalRoute).access === "person" || membersOf(name) !== undefined;
/** What members of its account share with people who have a role. */
const isShared = (name: RouteName) => membersOf(name) !== undefined && rolesOf(name) !== undefined;
/** What takes a role, whatever somebody is in an account. */
const isAdministered = (name: RouteName) => membersOf(name) === undefined && rolesOf(name) !== undefined;

test("every route that takes a body is sent one of its shape", () => {
	const unfit = namesOf(({ body }, name) => body !== undefined && !Check(body, bodyFor(name)));
	expect(unfit, "these need a body in test/support/portal-bodies.ts").toEqual([]);
});

async function expectRefused(
	person: Browser,
	name: RouteName,
	more: PortalCall,
	status: number,
	error: string,
) {
	const before = await portalRows(packshot);
	const answer = await person.ask(name, call(name, more));
	const said = name.startsWith("HEAD ") ? undefined : error;
	expect([name, answer.status, answer.body?.error]).toEqual([name, status, said]);
	expect(await portalRows(packshot)).toBe(before);
}

describe("401 without a session:", () => {
	test.each(namesOf(({ access }) => access !== "public"))("%s", async (name) => {
		await expectRefused(browser(packshot), name, {}, 401, "not_signed_in");
	});

	test.each(namesOf(({ access }) => access !== "public"))("%s with a made-up cookie", async (name) => {
		const headers = { cookie: `packshot_session=${"x".repeat(43)}` };
		await expectRefused(browser(packshot), name, { headers }, 401, "not_signed_in");
	});
});

describe("403 csrf_rejected:", () => {
	test.each(namesOf((_, name) => !/^(GET|HEAD) /.test(name)))("%s without the CSRF header", async (name) => {
		const person = isAdministered(name) ? administrator : owner;
		await expectRefused(person, name, { headers: { "x-packshot-csrf": undefined } }, 403, "csrf_rejected");
	});

	test.each(namesOf((_, name) => !/^(GET|HEAD) /.test(name)))("%s from another site", async (name) => {
		const person = isAdministered(name) ? administrator : owner;
		await expectRefused(person, name, { headers: { origin: "https://evil.example" } }, 403, "csrf_rejected");
	});
});

describe("404 for what belongs to another account:", () => {
	const objects = namesOf(({ path }, name) => path !== undefined && isOwn(name));
	test.each(objects)("%s", async (name) => {
		await expectRefused(stranger, name, {}, 404, "not_found");
	});

	test.each(objects.filter((name) => !isShared(name)))("%s, even for an administrator", async (name) => {
		await expectRefused(administrator, name, {}, 404, "not_found");
	});

	test.each(objects.filter(isShared))("%s, but for the roles that reach it", async (name) => {
		const allowed = rolesOf(name) ?? [];
		for (const role of ROLES.filter((each) => !allowed.includes(each))) {
			// Accountants see it, and are told that they may not change it.
			const [status, error] = role === "accountant" ? [403, "role_missing"] : [404, "not_found"];
			await expectRefused(holders[role], name, {}, status as number, error as string);
		}
	});

	test.each(objects)("%s, just like for unknown ids", async (name) => {
		const path = {
			client_id: "ps_client_nobodynobodynobody",
			top_up_id: "top_0",
			session_id: "ses_0",
			barcode: "4011",
			thumbnail: "x",
		};
		await expectRefused(owner, name, { path }, 404, "not_found");
		if (isShared(name)) await expectRefused(administrator, name, { path }, 404, "not_found");
	});

	test("a top-up under one's own key", async () => {
		const { clientId: client_id } = await newKey(stranger);
		const path = { client_id, top_up_id: owned.top_up_id ?? "" };
		await expectRefused(stranger, "DELETE /keys/{client_id}/top-ups/{top_up_id}", { path }, 404, "not_found");
	});
});

describe("403 for a member whose role does not allow it:", () => {
	test.each(namesOf((_, name) => membersOf(name) !== undefined))("%s", async (name) => {
		const allowed = membersOf(name) ?? [];
		for (const [role, person] of members)
			if (!allowed.includes(role)) await expectRefused(person, name, {}, 403, "member_role_missing");
	});

	test("only looking takes no particular role", () => {
		const looking = namesOf((_, name) => membersOf(name) === MEMBERS.member);
		const changing = looking.filter((name) => !name.startsWith("GET "));
		const free = ["/orders/quote", "/list-check", "/members/leave"];
		expect(changing.filter((name) => !free.some((path) => name.endsWith(path)))).toEqual([]);
	});
});

test("every route below /admin/ requires a role, and of the others only those about one key", () => {
	const asking = namesOf((_, name) => isAdministered(name) && !name.includes(" /keys/{client_id}/"));
	expect(asking).toEqual(namesOf((_, name) => name.includes(" /admin/")));
});

describe("403 for an account with none of the required roles:", () => {
	test.each(namesOf((_, name) => isAdministered(name)))("%s", async (name) => {
		const allowed = rolesOf(name) ?? [];
		await expectRefused(owner, name, {}, 403, "role_missing");
		for (const role of ROLES.filter((each) => !allowed.includes(each))) {
			await expectRefused(holders[role], name, {}, 403, "role_missing");
		}
	});
});

describe("200 for an account with one of the required roles:", () => {
	// One takes a permission of whoever asks (portal-export.test.ts), one a suggestion that was read from a label (labels.test.ts), one a card (portal-cards.test.ts).
	const view = "GET /admin/imports/{import_id}/card/pictures/{picture}/{view}";
	const elsewhere = new Set(["GET /admin/export/{kind}", "GET /admin/review/{proposal_id}/label", view]);
	test.each(
		namesOf((_, name) => name.startsWith("GET ") && rolesOf(name) !== undefined && !elsewhere.has(name)),
	)("%s", async (name) => {
		for (const role of rolesOf(name) ?? []) {
			const { status } = await holders[role].ask(name, call(name));
			expect([role, status]).toEqual([role, 200]);
		}
	});
});

describe("404 for an administrator who names unknown ids:", () => {
	// Saving a mapping makes one.
	const makes = "PUT /admin/import-mappings/{name}";
	test.each(namesOf(({ path }, name) => path !== undefined && isAdministered(name) && name !== makes))(
		"%s",
		async (name) => {
			const path = {
				account_id: "acct_0",
				top_up_id: "top_0",
				proposal_id: "prop_0",
				client_id: "ps_client_nobodynobodynobody",
				import_id: "0",
				name: "none",
			};
			await expectRefused(administrator, name, { path }, 404, "not_found");
		},
	);
});

describe("403 before a one-time password is changed:", () => {
	const open = ["DELETE /session", "POST /password"];
	test.each(namesOf(({ access }, name) => access !== "public" && !open.includes(name)))(
		"%s",
		async (name) => {
			const person = await newcomer();
			await expectRefused(person, name, {}, 403, "password_change_required");
		},
	);

	let known: Browser | undefined;
	async function newcomer(): Promise<Browser> {
		known ??= await newPerson(packshot, {
			isAdministrator: true,
			passwordExpiresAtMs: packshot.clock.now() + 86_400_000,
		});
		return known;
	}
});

describe("400 for a body of the wrong shape:", () => {
	test.each(namesOf(({ body }) => body !== undefined))("%s", async (name) => {
		const person = isAdministered(name) ? administrator : owner;
		for (const body of [[], null, "text"]) await expectRefused(person, name, { body }, 400, "bad_request");
	});
});

test("every response forbids caching, except of thumbnails, and none has credit or rate limit headers of the API", async () => {
	const isImmutable = (name: RouteName) => name.endsWith("/thumbnail");
	const reading = namesOf((_, name) => /^(GET|HEAD) /.test(name));
	const answers = [];
	for (const [name] of entries) answers.push({ name, ...(await browser(packshot).ask(name, call(name))) });
	for (const person of [owner, administrator])
		for (const name of reading) answers.push({ name, ...(await person.ask(name, call(name))) });
	for (const { name, status, headers } of answers) {
		const caching = headers.get("cache-control");
		if (isImmutable(name) && status === 200) expect(caching).toContain("immutable");
		else expect([name, caching]).toEqual([name, expect.stringMatching(/^(private, )?no-store$/)]);
		expect(headers.get("x-content-type-options")).toBe("nosniff");
		expect(headers.get("x-request-id")).toMatch(/^req_/);
		const names = [...headers.keys()];
		expect(names.filter((name) => /^x-(credits|ratelimit)/.test(name))).toEqual([]);
	}
});

test("portal requests do not count against the API's rate limits, nor API requests against the portal's", async () => {
	const service = await startService({
		settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10", PACKSHOT_IP_REQUESTS_PER_MINUTE: "3" },
	});
	try {
		const anonymous = browser(service);
		for (let time = 0; time < 10; time++) expect((await anonymous.ask("GET /session")).status).toBe(200);
		const refused = await anonymous.ask("GET /session");
		expect([refused.status, refused.body.error]).toEqual([429, "rate_limited"]);
		expect(refused.headers.get("retry-after")).toBe("30");
		for (let time = 0; time < 3; time++) expect((await service.call("/pricing")).status).toBe(200);
		expect((await service.call("/pricing")).status).toBe(429);
		service.clock.advance(60_000);
		for (let time = 0; time < 3; time++) expect((await service.call("/pricing")).status).toBe(200);
		expect((await service.call("/pricing")).status).toBe(429);
		for (let time = 0; time < 10; time++) expect((await anonymous.ask("GET /session")).status).toBe(200);
	} finally {
		await service.close();
	}
});

test("during maintenance every route answers 503 in the portal's error format", async () => {
	const service = await startService();
	try {
		await service.alter("insert into service_state (name, value) values ('maintenance', 'Back at noon.')");
		service.clock.advance(1000);
		for (const [name] of entries) {
			const { status, body } = await browser(service).ask(name, call(name));
			expect([name, status]).toEqual([name, 503]);
			if (name.startsWith("HEAD ")) continue;
			expect([name, body]).toMatchObject([name, { error: "service_unavailable", message: "Back at noon." }]);
		}
	} finally {
		await service.close();
	}
});

test("the portal's OpenAPI document describes every route and nothing else", async () => {
	const document = await (await fetch(`${packshot.origin}${PORTAL_PATH}/openapi.json`)).json();
	const described = Object.entries<object>(document.paths).flatMap(([path, operations]) =>
		Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
	);
	expect(described.sort()).toEqual(Object.keys(routes).sort());
	const ids = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((operations) =>
		Object.values(operations).map(({ operationId }) => operationId),
	);
	expect(new Set(ids).size).toBe(ids.length);
	const api = await (await fetch(`${packshot.origin}/openapi.json`)).json();
	expect(Object.keys(api.paths).filter((path) => path.includes("portal"))).toEqual([]);
});

test.each(["/portal/api/nothing", "/portal/api", "/portal/x", "/portal/api/keys/x/y/z"])(
	"404 in the portal's error format for %s",
	async (path) => {
		for (const method of ["GET", "POST"]) {
			const response = await fetch(packshot.origin + path, { method });
			expect(response.status).toBe(404);
			expect(await response.json()).toMatchObject({ error: "not_found" });
		}
	},
);

test("disabling an account ends its sessions at once", async () => {
	const { email } = await newAccount(packshot);
	const person = browser(packshot);
	await person.signIn(email, "wheel-lantern-72-cumin");
	const { body } = await administrator.ask("GET /admin/accounts", { query: { search: email } });
	const path = { account_id: body.data[0].account_id };
	await administrator.ask("POST /admin/accounts/{account_id}/disable", { path });
	expect((await person.ask("GET /keys")).status).toBe(401);
});

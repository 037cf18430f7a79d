import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { addDoctor } from "../../src/cli/doctor.ts";
import { OWN_NAMES } from "../../src/config.ts";
import { checkClock, webClock } from "../../src/operations/live/clock.ts";
import { checkModes, checkProgram, checkRoom } from "../../src/operations/live/machine.ts";
import { checkMailServer } from "../../src/operations/live/mail.ts";
import { checkPublicAddress } from "../../src/operations/live/public-address.ts";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { runCommands } from "../support/command-line.ts";
import { freePort } from "../support/free-port.ts";
import { startMailServer } from "../support/mail-server.ts";
import { makeCertificate } from "../support/nginx.ts";
import { startService, type TestService } from "../support/service.ts";

/** Each fault that `packshot doctor --live` claims to find, made on purpose. */

let trusting: TestService;
let plain: TestService;
let certificates: string;
beforeAll(async () => {
	trusting = await startService({ settings: { PACKSHOT_TRUSTED_PROXIES: "127.0.0.1" } });
	plain = await startService();
	certificates = mkdtempSync(join(tmpdir(), "packshot-live-"));
	makeCertificate(certificates, "127.0.0.1");
});
afterAll(async () => {
	await Promise.all([trusting.close(), plain.close()]);
	rmSync(certificates, { recursive: true });
});

/** A proxy with TLS. @param forwards what it sends as `X-Forwarded-For`; undefined: what the caller sent */
async function proxy(service: TestService, forwards?: (headers: IncomingHttpHeaders) => string) {
	const pem = (name: string) => readFileSync(join(certificates, `${name}.pem`));
	const server = createServer({ cert: pem("certificate"), key: pem("key") }, (asked, answer) => {
		const headers = forwards
			? { ...asked.headers, "x-forwarded-for": forwards(asked.headers) }
			: asked.headers;
		const passed = request(`${service.origin}${asked.url}`, { headers }, (given) => {
			answer.writeHead(given.statusCode ?? 0, given.headers);
			given.pipe(answer);
		});
		passed.end();
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => void server.close());
	return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const CALLER = "203.0.113.7";

/** Results by check, of the address at which `service` is said to be. */
async function results(
	publicUrl: string | undefined,
	service: TestService,
	nowMs = Date.now(),
	knowsCa = true,
) {
	const ca = readFileSync(join(certificates, "certificate.pem"), "utf8");
	const keys = service.installation.secrets.hashKeys;
	const found = await checkPublicAddress({ publicUrl, keys, nowMs, ...(knowsCa ? { ca } : {}) });
	expect(found.every(({ result, todo }) => result === "ok" || todo !== undefined)).toBe(true);
	return Object.fromEntries(
		found.map((each) => [each.check, `${each.result}: ${each.found} ${each.todo ?? ""}`]),
	);
}

describe("the public address", () => {
	test("is in order behind a proxy that replaces X-Forwarded-For and is trusted", async () => {
		const found = await results(await proxy(trusting, () => CALLER), trusting);
		expect(Object.keys(found)).toEqual(["https", "address", "certificate", "proxies"]);
		for (const text of Object.values(found)) expect(text).toMatch(/^ok: /);
		expect(found.proxies).toContain(`seen as ${CALLER}`);
	});

	test("is not set", async () => {
		expect((await results(undefined, plain)).address).toMatch(/^wrong: PACKSHOT_PUBLIC_URL is not set/);
	});

	test("is not https", async () => {
		expect((await results(plain.origin, plain)).https).toMatch(/^wrong: .* is not an https address/);
	});

	test("is one where nothing answers", async () => {
		const found = await results(`https://127.0.0.1:${await freePort()}`, plain);
		expect(found.address).toMatch(/^wrong: .* cannot be reached from this machine: nothing answers/);
	});

	test("has a certificate that nobody trusts", async () => {
		const found = await results(await proxy(plain), plain, Date.now(), false);
		expect(found.address).toMatch(/^wrong: .*self-signed certificate/);
	});

	test("has a certificate that is about to end", async () => {
		const found = await results(await proxy(trusting, () => CALLER), trusting, Date.now() + 90 * DAY_MS);
		expect(found.certificate).toMatch(/^wrong: the certificate is valid for another \d days/);
	});

	test("leads to another installation", async () => {
		expect((await results(await proxy(plain), trusting)).address).toMatch(
			/^wrong: .* not as this installation/,
		);
	});

	test("leads through a proxy that is not trusted", async () => {
		const found = await results(await proxy(plain, () => CALLER), plain);
		expect(found.proxies).toMatch(
			/^wrong: .*127\.0\.0\.1, which is not trusted.*PACKSHOT_TRUSTED_PROXIES=127/,
		);
	});

	test("leads through a trusted proxy that passes on what callers make up", async () => {
		const appends = (headers: IncomingHttpHeaders) => String(headers["x-forwarded-for"] ?? CALLER);
		expect((await results(await proxy(trusting, appends), trusting)).proxies).toMatch(
			/^wrong: an address that the caller wrote/,
		);
	});

	test("tells nobody without the installation's secret what the service sees", async () => {
		for (const probe of ["x.y", "", `${"a".repeat(22)}.${"b".repeat(43)}`]) {
			const { headers } = await plain.call("/health", { headers: { "x-packshot-probe": probe } });
			expect(headers.get("x-packshot-probe")).toBeNull();
		}
	});
});

test("a mail server that refuses, or is not there, is told from one that accepts, and nothing more is claimed", async () => {
	const mail = await startMailServer();
	const of = async (smtpUrl: string | undefined, to?: string) => {
		const server = { smtpUrl, sender: "Shop <shop@example.com>", silenceSeconds: 5 };
		return (await checkMailServer(server, "https://photos.example.com", to)).map(
			({ result, found }) => `${result}: ${found}`,
		);
	};
	expect(await of(undefined)).toEqual([expect.stringMatching(/^note: no mail server is set/)]);
	expect(await of(mail.url)).toEqual([expect.stringMatching(/^open: .*nothing was sent/)]);
	expect(await of(mail.url, "me@example.com")).toEqual([expect.stringMatching(/^ok: .*accepted a message/)]);
	expect(mail.mails.map(({ to }) => to)).toEqual(["me@example.com"]);
	mail.refuse();
	expect(await of(mail.url, "me@example.com")).toEqual([
		"wrong: the mail server did not accept a message: EENVELOPE 550",
	]);
	expect(await of(`smtp://127.0.0.1:${await freePort()}`)).toEqual([
		expect.stringMatching(/^wrong: the mail server did not accept a connection/),
	]);
	const unlinked = { smtpUrl: mail.url, sender: "a@example.com", silenceSeconds: 5 };
	expect((await checkMailServer(unlinked, undefined, undefined))[0]).toMatchObject({ result: "wrong" });
});

test("a clock that is off is found by comparing it; without another clock, nothing is claimed", async () => {
	const at = (offMs: number) => () => Date.now() + offMs;
	const others = [webClock("the service", `${plain.origin}/api/v1/health`)];
	expect(await checkClock(others, at(0))).toMatchObject([{ result: "ok" }]);
	expect(await checkClock(others, at(60_000))).toMatchObject([{ result: "wrong" }]);
	expect(await checkClock([], at(60_000))).toMatchObject([{ result: "open" }]);
	const nobody = webClock("nobody", `http://127.0.0.1:${await freePort()}`);
	expect(await checkClock([nobody], at(0))).toMatchObject([{ result: "open" }]);
});

test("too little room, an old Node.js and an old SQLite are found", async () => {
	const room = (kept: number, needed: number) => checkRoom(tmpdir(), kept, needed);
	expect((await room(0, 1)).result).toBe("ok");
	expect((await room(0, 2 ** 60)).result).toBe("note");
	expect((await room(2 ** 60, 0)).result).toBe("wrong");
	const sqlite = { words: "SQLite 3.44, of a package", isMaintained: false };
	expect(checkProgram("v18.20.1", sqlite).map(({ result }) => result)).toEqual(["wrong", "note"]);
	const supported = checkProgram("v20.19.0", sqlite);
	expect(supported.map(({ result }) => result)).toEqual(["note", "note"]);
	expect(supported[1]).toMatchObject({
		found: expect.stringContaining("a fault that is found in it later stays"),
		todo: expect.stringContaining("Node.js 24"),
	});
	expect(checkProgram("v24.15.0", { ...sqlite, isMaintained: true }).map(({ result }) => result)).toEqual([
		"ok",
		"ok",
	]);
});

test("secrets that others may read are found before the installation closes them", async () => {
	const folder = mkdtempSync(join(tmpdir(), "packshot-modes-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const secret = join(folder, "secret");
	const settings = join(folder, "packshot.env");
	for (const file of [secret, settings]) writeFileSync(file, "x", { mode: 0o600 });
	const check = () =>
		checkModes({ folder, ownNames: OWN_NAMES, settingFiles: [settings] }).map(({ result, todo }) => [
			result,
			todo,
		]);
	chmodSync(folder, 0o700);
	chmodSync(settings, 0o640);
	expect(check()).toEqual([["ok", undefined]]);
	chmodSync(secret, 0o640);
	chmodSync(settings, 0o644);
	expect(check()).toEqual([
		["wrong", expect.stringContaining(`chmod go-rwx ${secret}`)],
		["wrong", expect.stringContaining(`chmod o-rwx ${settings}`)],
	]);
});

test("the command reports the list, and exits with 1 where anything is wrong", async () => {
	const settings = { ...plain.settings, PACKSHOT_PUBLIC_URL: plain.origin };
	const { code, stdout } = await runCommands([addDoctor], ["doctor", "--live"], settings);
	expect(code).toBe(1);
	expect(stdout).toMatch(/^ok {5}database: intact$/m);
	expect(stdout).toMatch(/^WRONG {2}https: /m);
	expect(stdout).toMatch(/^ok {5}address: .* leads to this installation, called from this machine$/m);
	expect(stdout).toMatch(/^WRONG {2}administrators: 0 of the accounts/m);
	const document = await runCommands([addDoctor], ["doctor", "--live", "--json"], settings);
	expect(document.document.healthy).toBe(false);
	expect(document.document.live.length).toBeGreaterThan(8);
	const refused = await runCommands([addDoctor], ["doctor", "--mail-to", "a@example.com"], settings);
	expect(refused.code).toBe(2);
});

import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type AddressRange, parseRange } from "../../platform/http/client-address.ts";
import type { PictureImporter } from "../import-pictures.ts";
import { emptyReport } from "../report.ts";
import { fetchPictures } from "./fetch-pictures.ts";
import { createGuardedGet } from "./guarded-get.ts";

async function host(answer: RequestListener): Promise<string> {
	const server = createServer(answer);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://pictures.example:${(server.address() as AddressInfo).port}`;
}

/** The host of the test is where the operator permits it; anything else that the machine can reach is not. */
const get = (totalMs = 60_000, allow = "127.0.0.1/32") =>
	createGuardedGet({
		rules: { allow: [parseRange(allow) as AddressRange] },
		resolveHost: async (name) => [name === "pictures.example" ? "127.0.0.1" : name],
		totalMs,
	});
const never = new AbortController().signal;

test.each([
	["http://127.0.0.2/a.jpg", "not at a public address"],
	["https://169.254.169.254/latest", "not at a public address"],
	["http://93.184.215.14/a.jpg", "not https"],
	["file:///etc/passwd", "only https"],
	["nonsense", "whole URL"],
])("%s is not fetched", async (url, words) => {
	expect(await get()(url, never)).toEqual({ refused: expect.stringContaining(words) });
});

test("a refused host says which setting permits it", async () => {
	expect(await get()("https://192.168.0.10/a.jpg", never)).toEqual({
		refused: expect.stringContaining("PACKSHOT_WEBHOOK_ALLOW"),
	});
});

test("a redirect is followed, but neither to a private address nor in circles", async () => {
	const origin = await host((request, response) => {
		const to = { "/in": "http://127.0.0.2/x", "/round": "/round", "/moved": "/there" }[request.url ?? ""];
		response.writeHead(to ? 302 : 200, to ? { location: to } : {}).end("picture");
	});
	expect(await get()(`${origin}/moved`, never)).toMatchObject({ bytes: Buffer.from("picture") });
	expect(await get()(`${origin}/in`, never)).toEqual({
		refused: expect.stringContaining("not at a public address"),
	});
	expect(await get()(`${origin}/round`, never)).toEqual({
		refused: expect.stringContaining("more than 3 times"),
	});
});

test("a file without end and one of 4 GB are given up", async () => {
	const origin = await host((request, response) => {
		response.writeHead(200, request.url === "/vast" ? { "content-length": 4 * 2 ** 30 } : {}).write("x");
	});
	expect(await get()(`${origin}/vast`, never)).toEqual({ refused: "is over 40 MiB" });
	expect(await get(300)(`${origin}/endless`, never)).toMatchObject({
		refused: expect.stringContaining("longer than"),
	});
});

test("a file that turns out to be too large is fetched once", async () => {
	let asked = 0;
	const origin = await host((_request, response) => {
		asked++;
		response.writeHead(200);
		const chunk = Buffer.alloc(2 ** 20);
		const send = () => {
			while (!response.destroyed && response.write(chunk));
		};
		response.on("drain", send);
		send();
	});
	const { report, task } = fetching();
	await fetchPictures([wanted(`${origin}/large.jpg`)], task);
	expect(asked).toBe(1);
	expect(report.refused[0]?.reason).toContain("is over 40 MiB");
});

function fetching(beganAtMs?: number) {
	const added: string[] = [];
	const pictures: PictureImporter = {
		add: async ({ source, read }) => void added.push(`${new URL(source).pathname} ${await read()}`),
		describe: () => undefined,
		settle: async () => undefined,
		finish: async () => undefined,
	};
	const report = emptyReport();
	return {
		added,
		report,
		task: { db: undefined as never, get: get(), pictures, report, signal: never, beganAtMs, paceMs: 1 },
	};
}

const wanted = (url: string, line = 2) => ({
	source: "list.csv",
	line,
	barcode: "4011",
	variant: "front" as const,
	url,
});

test("a host that asks for patience is asked again, one that fails again and again no more", async () => {
	const asked: string[] = [];
	const origin = await host(({ url = "" }, response) => {
		const isFirst = !asked.includes(url);
		asked.push(url);
		if (url === "/busy" && isFirst) response.writeHead(429, { "retry-after": "0" }).end();
		else if (url.startsWith("/broken")) response.destroy();
		else response.end("picture");
	});
	const { added, report, task } = fetching();
	const paths = ["/busy", "/gone", ...Array.from({ length: 7 }, (_, number) => `/broken${number}`)];
	await fetchPictures(
		paths.map((path, at) => wanted(origin + path, at + 2)),
		task,
	);
	expect(added).toEqual(["/busy picture", "/gone picture"]);
	expect(report.refused.map(({ line, reason }) => [line, reason.replace(/^.*?: /, "")])).toEqual([
		...[4, 5, 6, 7, 8].map((line) => [line, expect.stringContaining("cannot be fetched")]),
		...[9, 10].map((line) => [line, expect.stringContaining("was not asked again")]),
	]);
	expect(asked.filter((url) => url === "/broken6")).toEqual([]);
});

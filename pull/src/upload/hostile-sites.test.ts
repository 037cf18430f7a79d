import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Upload } from "./uploader.ts";
import { wordpressUploader } from "./wordpress.ts";

/** Sites that answer what no site should. */

const PASSWORD = "abcd EFGH 1234 secret";
const UPLOAD: Upload = {
	name: "4011_front.jpg",
	bytes: new Uint8Array([1, 2, 3]),
	sha256: "x",
	alt: "Banana",
};

async function siteThat(answer: RequestListener): Promise<string> {
	const server = createServer(answer);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const put = (url: string) => wordpressUploader({ url, user: "shop", password: PASSWORD }).put(UPLOAD);
const failure = async (url: string) => (await put(url).catch((error: Error) => error)) as Error;

/** A site that has no file yet, and gives this address for a new one. */
const giving = (source_url: unknown) =>
	siteThat((request, response) => {
		response.setHeader("content-type", "application/json");
		response.end(JSON.stringify(request.method === "POST" ? { source_url } : []));
	});

test.each([
	["=HYPERLINK(1)"],
	["=https://shop.example/a.jpg"],
	["javascript:alert(1)"],
	["http://shop.example/a.jpg"],
	["https://user:password@shop.example/a.jpg"],
	["//shop.example/a.jpg"],
	[""],
	[7],
	[null],
])("%j is no address of a picture", async (address) => {
	expect((await failure(await giving(address))).message).toContain("does not begin with https://");
});

test.each([
	["https://shop.example/a.jpg\r\n=1+1,x", "https://shop.example/a.jpg=1+1%2Cx"],
	['https://shop.example/a "b".jpg', "https://shop.example/a%20%22b%22.jpg"],
	["https://shop.example/שלום.jpg", "https://shop.example/%D7%A9%D7%9C%D7%95%D7%9D.jpg"],
])("%j becomes an address of one cell", async (address, url) => {
	expect(await put(await giving(address))).toEqual({ url, isNew: true });
});

test("a redirect is not followed, and nothing secret goes along", async () => {
	const asked: string[] = [];
	const other = await siteThat((request, response) => {
		asked.push(request.headers.authorization ?? "");
		response.end("[]");
	});
	const site = await siteThat((_, response) => response.writeHead(302, { location: other }).end());
	expect((await failure(site)).message).toContain("which is not followed");
	expect(asked).toEqual([]);
});

test.each([[200], [404]])("an answer of %i without an end is read no further than needed", async (status) => {
	let sentBytes = 0;
	const site = await siteThat((_, response) => {
		response.writeHead(status, { "content-type": "application/json" });
		const chunk = Buffer.alloc(1 << 20, " ");
		const more = () => {
			while (!response.destroyed && response.write(chunk)) sentBytes += chunk.length;
		};
		response.on("drain", more);
		more();
	});
	await expect(put(site)).rejects.toThrow(status === 200 ? "more than 4000000 bytes" : "answers 404");
	expect(sentBytes).toBeLessThan(100_000_000);
});

test("what was sent as a secret is not shown, in whatever form a site repeats it", async () => {
	const site = await siteThat((request, response) => {
		const { authorization = "" } = request.headers;
		const plain = Buffer.from(authorization.slice(6), "base64").toString();
		response
			.writeHead(403)
			.end(`no: ${authorization} ${plain} ${encodeURIComponent(PASSWORD)} ${PASSWORD.replaceAll(" ", "")}`);
	});
	const { message } = await failure(site);
	expect(message).toContain("Application Passwords");
	expect(message).not.toMatch(/abcd|EFGH|1234|c2hvcDph/);
});

test("a site that is no WordPress is named", async () => {
	const site = await siteThat((_, response) => response.end("<html>"));
	expect((await failure(site)).message).toContain("check WORDPRESS_URL");
});

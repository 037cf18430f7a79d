import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createSingleSignOn } from "./provider.ts";

test("an answer of a provider that never ends is given up, long before it fills the memory", async () => {
	let sentBytes = 0;
	const server = createServer((_, response) => {
		response.writeHead(200, { "content-type": "application/json" });
		const chunk = Buffer.alloc(1 << 20, " ");
		const more = () => {
			while (!response.destroyed && response.write(chunk)) sentBytes += chunk.length;
		};
		response.on("drain", more);
		more();
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const provider = createSingleSignOn({
		name: "Staff",
		issuer,
		clientId: "packshot",
		clientSecret: "secret",
		scope: "openid",
		rolesClaim: undefined,
		roles: new Map(),
		accounts: new Map(),
		localSignIn: "on",
	} as unknown as Parameters<typeof createSingleSignOn>[0]);
	await expect(provider?.begin("https://packshot.example/back")).rejects.toThrow();
	expect(sentBytes).toBeLessThan(50_000_000);
});

import { expect, test } from "vitest";
import { backupUrl, mailServerUrl } from "./service-urls.ts";

const server = { host: " mail.example.com ", port: "", user: "", password: "" } as const;
const secret = "a/b+c@d:e%?#";

test("a mail server is written as its setting has it, whatever its password is", () => {
	const url = mailServerUrl({ ...server, security: "tls", user: "me@example.com", password: secret });
	expect(url).toBe("smtps://me%40example.com:a%2Fb%2Bc%40d%3Ae%25%3F%23@mail.example.com:465");
	expect(decodeURIComponent(new URL(url).password)).toBe(secret);
	expect(mailServerUrl({ ...server, security: "starttls", port: "2525" })).toBe(
		"smtp://mail.example.com:2525?requireTLS=true",
	);
	expect(mailServerUrl({ ...server, security: "none" })).toBe("smtp://mail.example.com:25");
	expect(mailServerUrl({ ...server, host: " ", security: "none" })).toBe("");
});

test("a place of backups is written as its setting has it", () => {
	const place = {
		kind: "s3",
		folder: "",
		bucket: "backups",
		prefix: "/shop a",
		key: "AKIA",
		secret,
	} as const;
	const url = new URL(backupUrl({ ...place, endpoint: "https://s3.example.com:9000", region: "home" }));
	expect([url.host, url.pathname, url.username, decodeURIComponent(url.password)]).toEqual([
		"backups",
		"/shop%20a",
		"AKIA",
		secret,
	]);
	expect([...url.searchParams]).toEqual([
		["endpoint", "https://s3.example.com:9000"],
		["region", "home"],
	]);
	const nothing = { key: "", secret: "", endpoint: "", region: "" };
	expect(backupUrl({ ...place, ...nothing })).toBe("s3://backups/shop%20a");
	expect(backupUrl({ ...place, ...nothing, bucket: " " })).toBe("");
	expect(backupUrl({ ...place, ...nothing, kind: "folder", folder: " /mnt/b " })).toBe("/mnt/b");
});

import { expect, test } from "vitest";
import { openServers, serverUrls, shownUrl } from "./servers.ts";

test("returns a URL with a single server unchanged", () => {
	const url = "postgres://packshot:p%2Cw@db.example:5432/packshot?sslmode=verify-full";
	expect(serverUrls(url)).toEqual([url]);
	expect(serverUrls("postgres:///packshot?host=/run/postgresql")).toEqual([
		"postgres:///packshot?host=/run/postgresql",
	]);
});

test("splits a URL with several servers into one each, keeping everything but target_session_attrs", () => {
	const url =
		"postgres://packshot:a,b@one:5432,[2001:db8::2]:5433,three/packshot?sslmode=require&target_session_attrs=read-write&x=1";
	expect(serverUrls(url)).toEqual([
		"postgres://packshot:a,b@one:5432/packshot?sslmode=require&x=1",
		"postgres://packshot:a,b@[2001:db8::2]:5433/packshot?sslmode=require&x=1",
		"postgres://packshot:a,b@three/packshot?sslmode=require&x=1",
	]);
	expect(serverUrls("postgres://one,two/packshot?target_session_attrs=primary")).toEqual([
		"postgres://one/packshot",
		"postgres://two/packshot",
	]);
});

test.each([
	[
		"postgres://packshot:p%40w:x@one:5432,two:5433/packshot?sslmode=require",
		"postgres://packshot@one:5432,two:5433/packshot",
	],
	["postgresql://packshot@[::1]/packshot", "postgresql://packshot@[::1]/packshot"],
	["postgres:///packshot?host=/run/postgresql&password=secret", "postgres:///packshot"],
])("shows %s without anything secret", (url, shown) => {
	expect(shownUrl(url)).toBe(shown);
});

test("passes over servers in order, wrapping around, and ignores one that is not current", () => {
	const servers = openServers("postgres://one,two/packshot");
	servers.passOver("postgres://two/packshot");
	expect(servers.current()).toBe("postgres://one/packshot");
	servers.passOver("postgres://one/packshot");
	servers.passOver("postgres://one/packshot");
	expect(servers.current()).toBe("postgres://two/packshot");
	servers.passOver("postgres://two/packshot");
	expect(servers.current()).toBe("postgres://one/packshot");
});

test("a single server stays current, however often it is passed over", () => {
	const servers = openServers("postgres://one/packshot");
	servers.passOver("postgres://one/packshot");
	expect([servers.count, servers.current()]).toEqual([1, "postgres://one/packshot"]);
});

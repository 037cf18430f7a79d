import { expect, test } from "vitest";
import { readSettings } from "../../settings.ts";
import { databaseSettings } from "./settings.ts";

const read = (url: string) => readSettings(databaseSettings, { PACKSHOT_DATABASE_URL: url }).url;

test("accepts a PostgreSQL URL unchanged; an empty one means SQLite", () => {
	expect(read("postgres://packshot:secret@db.example:5432/packshot?sslmode=verify-full")).toMatch(
		/^postgres:/,
	);
	expect(read("postgresql://db.example/packshot")).toBe("postgresql://db.example/packshot");
	const several = "postgres://packshot@one:5432,two:5432/packshot?target_session_attrs=read-write";
	expect(read(several)).toBe(several);
	expect(read("")).toBeUndefined();
});

test.each([
	"mysql://root:secret@db.example/packshot",
	"db.example",
	"postgres://",
	"postgres://one:5432,two:x/packshot",
	"postgres://one:5432,two:0/packshot",
])("rejects %s without repeating it, as it may contain a password", (url) => {
	expect(() => read(url)).toThrow(/^PACKSHOT_DATABASE_URL must be a URL that starts with postgres:\/\/$/);
});

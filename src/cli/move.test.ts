import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { commandLine } from "../../test/support/command-line.ts";
import { type PostgresServer, postgresPrograms, startPostgres } from "../../test/support/postgres-server.ts";
import { startS3 } from "../../test/support/s3.ts";

/** `packshot move` as typed: the effect of its options, through the parser. */

const programs = postgresPrograms();
if (!programs) console.info("PostgreSQL is not installed: no move is called off");

function installation(environment: Record<string, string> = {}) {
	const line = commandLine(environment);
	onTestFinished(line.remove);
	return line;
}

test("--call-off without --to is refused and starts no move", async () => {
	const s3 = await startS3();
	onTestFinished(() => s3.close());
	const { bucket, endpoint, region, prefix } = s3.place("called-off");
	const query = new URLSearchParams({ endpoint: endpoint ?? "", region });
	const { packshot } = installation({ AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" });
	const blobs = ["--blobs", `s3://${bucket}/${prefix}?${query}`];
	const answer = await packshot("move", ...blobs, "--call-off");
	expect([answer.code, answer.stderr]).toEqual([2, expect.stringContaining("--call-off needs --to")]);
	expect((await packshot("maintenance", "show", "--json")).document).toMatchObject({ maintenance: false });
});

describe.skipIf(!programs)("a move to PostgreSQL", () => {
	let postgres: PostgresServer;
	beforeAll(async () => {
		postgres = await startPostgres(programs as string);
	});
	afterAll(() => postgres?.remove());

	test("--dry-run starts no move; --call-off lets this side serve again", async () => {
		const { packshot } = installation();
		const to = ["move", "--to", postgres.url, "--json"];
		const create = () => packshot("client", "create", "--name", "Corner shop", "--json");
		expect((await create()).code).toBe(0);
		expect((await packshot(...to, "--dry-run")).document.tables).toContainEqual({ table: "client", rows: 1 });
		expect((await packshot(...to, "--call-off")).stderr).toContain("no move is in progress");
		expect((await packshot(...to)).document).toMatchObject({ done_before: false });
		expect((await packshot(...to)).document).toMatchObject({ done_before: true });
		expect((await create()).code).toBe(1);
		const aborted = await packshot(...to, "--call-off");
		expect([aborted.code, aborted.document]).toEqual([0, { called_off: true }]);
		expect((await create()).code).toBe(0);
		expect((await packshot(...to, "--call-off")).stderr).toContain("no move is in progress");
	});
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { commandLine } from "../../test/support/command-line.ts";
import { testPicture } from "../../test/support/picture.ts";
import { type PostgresServer, postgresPrograms, startPostgres } from "../../test/support/postgres-server.ts";
import { startS3 } from "../../test/support/s3.ts";
import { openS3Blobs } from "../platform/blobs/s3.ts";

/** `packshot move` as typed: the effect of its options, through the parser. */

const programs = postgresPrograms();
if (!programs) console.info("PostgreSQL is not installed: no move is called off");

function installation(environment: Record<string, string> = {}) {
	const line = commandLine(environment);
	onTestFinished(line.remove);
	return line;
}

test("--call-off without --to is refused, and moves nothing", async () => {
	const s3 = await startS3();
	onTestFinished(() => s3.close());
	const place = s3.location("called-off");
	const { bucket, endpoint, region, prefix } = place;
	const query = new URLSearchParams({ endpoint: endpoint ?? "", region });
	const credentials = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };
	const { packshot, folder } = installation(credentials);
	const file = join(folder, "4011_front.jpg");
	writeFileSync(file, (await testPicture("front", {}, Date.now())).original);
	expect((await packshot("import", file, "--json")).document).toMatchObject({ images: { created: 1 } });
	const blobs = ["--blobs", `s3://${bucket}/${prefix}?${query}`];
	const answer = await packshot("move", ...blobs, "--call-off");
	expect([answer.code, answer.stderr]).toEqual([2, expect.stringContaining("--call-off needs --to")]);
	expect((await packshot("maintenance", "show", "--json")).document).toMatchObject({ maintenance: false });
	for await (const key of openS3Blobs(place).list("")) expect.unreachable(key);
});

describe.skipIf(!programs)("a move to PostgreSQL", () => {
	let postgres: PostgresServer;
	beforeAll(async () => {
		postgres = await startPostgres(programs as string);
	});
	afterAll(() => postgres?.remove());

	/** The number of clients on the target; `undefined` while it has no tables. */
	async function clientsThere(): Promise<number | undefined> {
		const client = new Client(postgres.url);
		await client.connect();
		try {
			const [table] = (await client.query("select to_regclass('client') as name")).rows;
			if (table.name === null) return undefined;
			return (await client.query("select count(*)::int as clients from client")).rows[0].clients;
		} finally {
			await client.end();
		}
	}

	test("--dry-run changes nothing; --call-off lets this side serve again and copies nothing", async () => {
		const { packshot } = installation();
		const to = ["move", "--to", postgres.url, "--json"];
		const create = () => packshot("client", "create", "--name", "Corner shop", "--json");
		await packshot("migrate");
		expect((await create()).code).toBe(0);
		expect((await packshot(...to, "--dry-run")).document.tables).toContainEqual({ table: "client", rows: 1 });
		expect(await clientsThere()).toBeUndefined();
		expect((await packshot(...to, "--call-off")).stderr).toContain("no move is in progress");
		expect(await clientsThere()).toBe(0);
		expect((await packshot(...to)).document).toMatchObject({ done_before: false });
		expect((await packshot(...to)).document).toMatchObject({ done_before: true });
		expect((await create()).code).toBe(1);
		const aborted = await packshot(...to, "--call-off");
		expect([aborted.code, aborted.document]).toEqual([0, { called_off: true }]);
		expect((await create()).code).toBe(0);
		expect((await packshot(...to, "--call-off")).stderr).toContain("no move is in progress");
		expect(await clientsThere()).toBe(1);
	});
});

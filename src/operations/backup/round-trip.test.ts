import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { backUp, placeKinds, restoreInto, type TestPlace } from "../../../test/support/backups.ts";
import { testClock } from "../../../test/support/clock.ts";
import { verifiedBalance } from "../../../test/support/ledger.ts";
import { startService, type TestClient, type TestService } from "../../../test/support/service.ts";
import { signedUrl } from "../../../test/support/signed-urls.ts";
import { isLong } from "../../../test/support/thoroughness.ts";
import { checkChanges } from "../../catalogue/changes/check-changes.ts";
import { attributePictures } from "../../leaks/attribution/leak-report.ts";
import { checkPictures } from "../../pictures/store/check-pictures.ts";

const PICTURE = "/products/4011/image?variant=front";

async function place(make: () => Promise<TestPlace>): Promise<TestPlace> {
	const made = await make();
	onTestFinished(() => made.remove());
	return made;
}

function start({ folder, settings }: TestPlace): Promise<TestService> {
	return startService({ folder, settings, clock: testClock(Date.UTC(2027, 0, 2)) });
}

interface Lived {
	readonly client: TestClient;
	readonly token: string;
	readonly unused: string;
	readonly used: string;
	readonly leak: Buffer;
	readonly smallLeak: Buffer;
	readonly balance: number;
}

/** Activity before the backup: charges, a delivery, one used and one unused signed URL. */
async function live(packshot: TestService): Promise<Lived> {
	const client = await packshot.client({}, "10");
	await packshot.product({ barcode: "4011", info: { brand: 'Golden "Sheaf"\n✡', product_name: "\\x41" } });
	await packshot.picture("4011", "front", { seed: 7, sidePx: 600, sizesPx: [500] });
	const used = await signedUrl(packshot, client, "4011", { variant: "front" });
	const delivered = await packshot.call(used);
	const unused = await signedUrl(packshot, client, "4011", { variant: "front" });
	expect([delivered.status, (await packshot.call(used)).status]).toEqual([200, 410]);
	await packshot.call("/products/4011?include=info", { client });
	const small = await packshot.call(`${PICTURE}&size=500`, { client });
	const smallLeak = Buffer.from((await packshot.call(small.headers.get("location") ?? "")).bytes);
	const leak = Buffer.from(delivered.bytes);
	const [token, balance] = [await client.token(), await packshot.balance(client)];
	return { client, token, unused, used, leak, smallLeak, balance };
}

/** Files that others could read, which a server would make private with a warning. */
function openToOthers(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isFile() && statSync(join(folder, entry.name)).mode & 0o077)
		.map(({ name }) => name);
}

const all = placeKinds.flatMap((from) => placeKinds.map((to) => ({ from, to })));
/** From each kind to the other. test/faults/backup.test.ts also restores each to itself. */
const crossing = all.filter(({ from, to }) => from !== to || placeKinds.length === 1);
const combinations = isLong ? all : crossing;

describe.each(combinations)("a backup from $from.name restored to $to.name", ({ from, to }) => {
	test("brings back everything in working order", async () => {
		const before = await place(from.make);
		const after = await place(to.make);
		const old = await start(before);
		const lived = await live(old);
		const feed = await old.call("/changes", { client: lived.client });
		const file = join(before.folder, "b.tar");
		await backUp(before, file);
		await old.close();
		await restoreInto(after, file);
		expect(openToOthers(after.folder)).toEqual([]);

		const packshot = await start(after);
		onTestFinished(() => packshot.close());
		const here = (url: string) => url.replace(/^http:\/\/[^/]+/, packshot.origin);
		expect(await packshot.balance(lived.client)).toBe(lived.balance);
		const read = await packshot.call("/products/4011?include=info", { token: lived.token });
		expect(read.body.product_meta).toMatchObject({ brand: 'Golden "Sheaf"\n✡', product_name: "\\x41" });
		expect(verifiedBalance(await packshot.ledger(lived.client))).toBe(await packshot.balance(lived.client));
		expect((await packshot.call(here(lived.used))).status).toBe(410);
		expect(Buffer.from((await packshot.call(here(lived.unused))).bytes).equals(lived.leak)).toBe(true);
		// Positions from before the restore are no longer valid.
		const token = lived.token;
		const stale = await packshot.call(`/changes?cursor=${feed.body.next_cursor}`, { token });
		expect([stale.status, stale.body.error]).toEqual([410, "cursor_expired"]);
		const again = (await packshot.call("/changes", { token })).body.next_cursor;
		expect((await packshot.call(`/changes?cursor=${again}`, { token })).status).toBe(200);
		expect((await checkChanges(packshot.installation.db)).faults).toEqual([]);
		const redirect = await packshot.call(PICTURE, { token: lived.token });
		expect((await packshot.call(redirect.headers.get("location") ?? "")).status).toBe(200);
		await packshot.product({ barcode: "4012", info: { brand: "Later" } });
		const { verdict, candidates } = await attributePictures(packshot.installation, [lived.leak], {});
		expect([verdict, candidates[0]?.clientId, candidates[0]?.deliveries.length]).toEqual([
			"identified",
			lived.client.clientId,
			4,
		]);
		const small = await attributePictures(packshot.installation, [lived.smallLeak], { barcode: "4011" });
		expect([small.verdict, small.candidates[0]?.clientId]).toEqual(["identified", lived.client.clientId]);
		expect((await checkPictures(packshot.installation, { read: true })).faults).toEqual([]);
		const { body } = await packshot.call("/products/4011?include=image_meta&size=500", {
			token: lived.token,
		});
		expect(body.image_meta.front.resolution).toBe("500x500");
	});
});

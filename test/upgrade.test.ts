import { decodePrepared } from "@packshot/marking/deliver";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { exitCodes, runCommandLine } from "../src/cli/command-line.ts";
import { addDoctor } from "../src/cli/doctor.ts";
import { attributePictures } from "../src/leaks/attribution/leak-report.ts";
import { migrations } from "../src/migrations/all.ts";
import { withoutFrame } from "../src/pictures/rights/packet-frame.ts";
import { readSavedStyle } from "../src/pictures/style/saved-style.ts";
import { styleInEffect } from "../src/pictures/style/style.ts";
import { ALONE } from "../src/platform/db/pace.ts";
import { renewStored } from "../src/renew-stored.ts";
import { placeKinds, restoreInto, type TestPlace } from "./support/backups.ts";
import { testClock } from "./support/clock.ts";
import { signIn } from "./support/credentials.ts";
import {
	archiveFile,
	delivered,
	earlier,
	installEarlier,
	installFirst,
} from "./support/earlier-installation.ts";
import { verifiedBalance } from "./support/ledger.ts";
import { browser, PASSWORD } from "./support/portal.ts";
import { startService, type TestClient, type TestService } from "./support/service.ts";
import { isLong } from "./support/thoroughness.ts";

/** This version opens data stored by version 0.1.0: as that version left it, and from its backup. */

const ways = [
	{ way: "opened as it was left", lay: installEarlier, hasAccounts: true },
	{ way: "in the very first schema", lay: installFirst, hasAccounts: false },
	{
		way: "restored from a backup",
		lay: (place: TestPlace) => restoreInto(place, archiveFile),
		hasAccounts: true,
	},
];
/** The gate tries every way on SQLite, and one on PostgreSQL. */
const combinations = placeKinds.flatMap((kind, place) =>
	(isLong || place === 0 ? ways : ways.slice(-1)).map((way) => ({ ...kind, ...way })),
);

async function start(place: TestPlace): Promise<TestService> {
	const packshot = await startService({ ...place, clock: testClock(earlier.nowMs + 60_000) });
	onTestFinished(() => packshot.close());
	return packshot;
}

async function requireMoney(packshot: TestService): Promise<void> {
	for (const { clientId, balance, ledger } of earlier.clients) {
		const rows = await packshot.ledger({ clientId } as TestClient);
		expect([rows.length, verifiedBalance(rows), await packshot.balance({ clientId } as TestClient)]).toEqual([
			ledger,
			balance,
			balance,
		]);
	}
}

async function tokenOf(packshot: TestService, place: 0 | 1 | 2): Promise<string> {
	const { status, body } = await signIn(packshot, earlier.clients[place]!);
	expect(status).toBe(200);
	return body.access_token;
}

async function requireAccount(packshot: TestService): Promise<void> {
	const person = browser(packshot);
	expect((await person.signIn(earlier.email, PASSWORD)).status).toBe(200);
	const { body } = await person.ask("GET /keys");
	expect(JSON.stringify(body)).toContain(earlier.clients[2]!.clientId);
}

/** What is said of files is their length as delivered, which was shorter in earlier versions (SPEC E11). */
async function requireSizes(packshot: TestService, token: string): Promise<void> {
	const { body } = await packshot.call("/products/4011?include=image_meta,images", { token });
	const found = Object.entries<string>(body.images).filter(([, url]) => url !== null);
	expect(found.length).toBeGreaterThan(0);
	for (const [variant, url] of found) {
		const { bytes } = await packshot.call(url);
		expect(withoutFrame(bytes).length).toBeLessThan(bytes.length);
		expect(body.image_meta[variant].file_size_bytes).toBe(bytes.length);
	}
}

async function doctorOf({ settings }: TestPlace): Promise<number> {
	const writing = vi.spyOn(process.stdout, "write").mockReturnValue(true);
	try {
		return await runCommandLine([addDoctor], ["doctor", "--read", "--json"], settings);
	} finally {
		writing.mockRestore();
	}
}

describe.each(combinations)(
	"an installation of version 0.1.0 on $name, $way,",
	({ make, lay, hasAccounts }) => {
		test("serves, charges, delivers, keeps its state and passes doctor", async () => {
			const place = await make();
			onTestFinished(() => place.remove());
			await lay(place);
			const packshot = await start(place);
			const applied = await packshot.installation.db.read
				.selectFrom("migration" as never)
				.selectAll()
				.execute();
			expect(applied).toHaveLength(migrations.length);
			await requireMoney(packshot);
			// SPEC D43: it goes on drawing what it drew.
			const settings = { watermarkText: undefined, watermarkLogo: undefined, watermarkPlace: undefined };
			const drawn = styleInEffect(
				{ ...settings, watermarkWidthPercent: undefined, watermarkOpacityPercent: undefined },
				(await readSavedStyle(packshot.installation.db.read))?.style,
			);
			expect(drawn).toEqual({
				mark: { text: "PACKSHOT" },
				place: "tiled",
				widthPercent: 25,
				opacityPercent: 30,
			});

			const token = await tokenOf(packshot, 0);
			const read = await packshot.call("/products/4011?include=info,nutrition", { token });
			expect([read.status, read.body.product_meta.brand]).toEqual([200, "Golden Sheaf ✡"]);
			const redirect = await packshot.call("/products/4011/image?variant=front", { token });
			expect((await packshot.call(redirect.headers.get("location") ?? "")).status).toBe(200);
			expect((await packshot.call(earlier.used)).status).toBe(410);
			const refused = await packshot.call("/products/4011?include=nutrition", {
				token: await tokenOf(packshot, 1),
			});
			expect([refused.status, refused.body.blocked_scopes]).toEqual([403, ["nutrition"]]);

			const { verdict, candidates } = await attributePictures(packshot.installation, [delivered], {});
			expect([verdict, candidates[0]?.clientId]).toEqual(["identified", earlier.clients[0]!.clientId]);

			const { installation } = packshot;
			expect(await renewStored(installation, ALONE)).toMatchObject({ unread: [] });
			const sized = await installation.db.read
				.selectFrom("image")
				.selectAll()
				.where("active", "=", 1)
				.execute();
			for (const { markable, plain_size_bytes, plain_blob } of sized) {
				const { base } = decodePrepared(await installation.blobs.get(plain_blob));
				expect(plain_size_bytes).toBe(markable === 1 ? base.length : null);
			}
			expect(sized.map(({ markable }) => markable)).toContain(1);
			await requireSizes(packshot, token);

			if (hasAccounts) await requireAccount(packshot);
			expect(await doctorOf(place)).toBe(exitCodes.success);
		});
	},
);

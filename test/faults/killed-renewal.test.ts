import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { openInstallation } from "../../src/installation.ts";
import { RENEWED_TO } from "../../src/pictures/rights/renew-file-sizes.ts";
import { addImage } from "../../src/pictures/store/store.ts";
import { sqliteLibrary } from "../../src/platform/db/sqlite/library.ts";
import { MAIN } from "../support/built-server.ts";
import { imageRow } from "../support/image-row.ts";

/** An upgrade that is killed while it renews file sizes (SPEC E11). */

const { DatabaseSync } = sqliteLibrary();
const PRODUCTS = 3000;
const KILLS = 3;

let folder: string;
let database: InstanceType<typeof DatabaseSync>;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "packshot-killed-renewal-"));
	const installation = await openInstallation(loadConfig({ PACKSHOT_DATA: folder }));
	for (let place = 0; place < PRODUCTS; place++) {
		const row = imageRow({ barcode: `${3_000_000 + place}`, image_id: `image-${place}` });
		await installation.db.write(addImage, { row, uploadOffsetMinutes: 0, existingOnly: false });
	}
	await installation.close();
	database = new DatabaseSync(join(folder, "packshot.sqlite"));
});
afterAll(() => {
	database.close();
	rmSync(folder, { recursive: true, force: true });
});

const products = () => database.prepare("select * from product order by id").all();
const progress = () => database.prepare("select value from service_state where name = ?").get(RENEWED_TO);

const migrate = () =>
	spawn(process.execPath, [MAIN, "migrate"], {
		env: { PATH: process.env.PATH, PACKSHOT_DATA: folder },
		stdio: "ignore",
	});

test("file sizes are renewed completely although the process that renews them is killed again and again", async () => {
	const expected = products();
	const changes = database.prepare("select * from product_change").all();
	database.exec(
		`update product set image_meta = replace(image_meta, '3081', '1000'), plain_sizes = replace(plain_sizes, '2981', '900');
		insert into service_state (name, value) values ('${RENEWED_TO}', '0')`,
	);
	expect(products()).not.toEqual(expected);
	for (let kill = 0; kill < KILLS; kill++) {
		const before = progress();
		const running = migrate();
		const gone = once(running, "exit");
		while (JSON.stringify(progress()) === JSON.stringify(before) && running.exitCode === null) await sleep(1);
		running.kill("SIGKILL");
		await gone;
	}
	expect(await once(migrate(), "exit")).toEqual([0, null]);
	expect(progress()).toBeUndefined();
	expect(products()).toEqual(expected);
	expect(database.prepare("select * from product_change").all()).toEqual(changes);
});

import { expect, test } from "vitest";
import { migrations } from "../../migrations/all.ts";
import { SchemaTooNew } from "./migrate.ts";
import { pendingSteps } from "./pending-steps.ts";

const names = migrations.map(({ name }) => name);

test("nothing is pending if all migrations are applied", async () => {
	expect(await pendingSteps(names, migrations)).toEqual([]);
});

test("each pending migration names the tables it walks row by row, and no others", async () => {
	const steps = new Map(
		(await pendingSteps(names.slice(0, 3), migrations)).map(({ name, walks }) => [name, walks]),
	);
	expect([...steps.keys()]).toEqual(names.slice(3));
	expect(steps.get("0004-ledger-days")).toEqual(expect.arrayContaining(["ledger", "sign_in_failure"]));
	expect(steps.get("0005-third-mask-column")).toEqual(["product"]);
	expect(steps.get("0006-delivery-addresses")).toEqual(["delivery"]);
	// The first only adds a column, which writes no rows; the second only creates its own tables.
	expect(steps.get("0008-ledger-barcode")).toEqual([]);
	expect(steps.get("0010-sign-up-links")).toEqual([]);
	expect(steps.get("0022-roles")).toEqual(["account"]);
});

test("a schema of a newer version is refused", async () => {
	await expect(pendingSteps([...names, "9999-from-tomorrow"], migrations)).rejects.toThrow(SchemaTooNew);
});

import { tmpdir } from "node:os";
import { describe, expect, onTestFinished, test } from "vitest";
import { engines } from "../../test/support/engines.ts";
import { openDiskBlobs } from "../platform/blobs/disk.ts";
import { checkProposals } from "./check.ts";

describe.each(engines)("$name", ({ open }) => {
	test("the proposal check reports unreadable and inconsistent proposals, and missing pictures", async () => {
		const { db, execute, close } = await open();
		onTestFinished(close);
		const stores = { db, blobs: openDiskBlobs(tmpdir()) };
		for (const [id, state, decidedAt] of [
			["prop_1", "waiting", "null"],
			["prop_2", "approved", "5"],
		]) {
			await execute(`insert into proposal (proposal_id, account_id, ownership, barcode, fields, seen, state, proposed_at, decided_at)
				values ('${id}', 'acct_1', 'Studio', '4011', '{}', '{}', '${state}', 1, ${decidedAt})`);
		}
		const picture = (id: string, proposal: string) =>
			execute(`insert into proposal_picture
				(picture_id, account_id, proposal_id, variant, original_sha256, width, height, size_bytes, quality_notes, uploaded_at, released_at)
				values ('${id}', 'acct_1', '${proposal}', 'front', '', 1, 1, 1, '', 1, 9)`);
		await picture("01a", "prop_2");
		expect(await checkProposals(stores)).toEqual({ waiting: 1, pictures: 0, faults: [] });

		await picture("01b", "prop_1");
		await picture("01c", "prop_3");
		await execute("update proposal set fields = '{', decided_at = 5 where proposal_id = 'prop_1'");
		await execute("update proposal set seen = '', decided_at = null where proposal_id = 'prop_2'");
		expect((await checkProposals(stores)).faults).toEqual([
			"prop_1: what it proposes is unreadable",
			"prop_1: it is both waiting and decided, or neither",
			"prop_2: what the catalogue had is unreadable",
			"prop_2: it is both waiting and decided, or neither",
			"prop_1: it is waiting, but its picture 01b was deleted",
			"01c: it belongs to prop_3, which does not exist",
		]);
	});
});

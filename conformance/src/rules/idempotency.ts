import { at } from "../json.ts";
import { type Rule, require, requireEqual, requireError, requireStatus, rule } from "../rule.ts";
import { debitOf, richProduct } from "../samples.ts";
import type { Target } from "../target.ts";

const newKey = () => `conformance-${crypto.randomUUID()}`;

async function check(target: Target, path: string, key: string, barcodes: readonly string[]) {
	return target.call(path, { method: "POST", body: { barcodes }, headers: { "idempotency-key": key } });
}

/** Section 4.5. */
export const idempotencyRules: readonly Rule[] = ["/products/bulk-check", "/metadata/bulk-check"].flatMap(
	(path) => [
		rule(
			"4.5",
			`POST ${path} with the same key and body is answered from what was stored, free`,
			async (target) => {
				const { barcode } = await richProduct(target);
				const key = newKey();
				const first = await check(target, path, key, [barcode]);
				requireStatus(first, 200);
				require(first.headers["idempotency-replayed"] ===
					undefined, "the first answer says that it is a replay");
				const again = await check(target, path, key, [barcode]);
				requireStatus(again, 200);
				requireEqual(again.headers["idempotency-replayed"] ?? null, "1", "Idempotency-Replayed");
				requireEqual(at(again.body, "results"), at(first.body, "results") ?? null, "the results");
				require(debitOf(again) === 0, `the replay debited ${debitOf(again)}`);
			},
		),
		rule("4.5", `POST ${path} with the same key and another body is 409`, async (target) => {
			const { barcode } = await richProduct(target);
			const key = newKey();
			requireStatus(await check(target, path, key, [barcode]), 200);
			requireError(await check(target, path, key, [barcode, "4011"]), 409, "idempotency_key_mismatch");
		}),
		rule("4.5", `POST ${path} refuses a key that is too short or has other characters`, async (target) => {
			const { barcode } = await richProduct(target);
			for (const key of ["short", `spaces in a key ${newKey()}`, "x".repeat(256)]) {
				requireError(await check(target, path, key, [barcode]), 400, "bad_request");
			}
		}),
		rule("4.5", `of parallel POST ${path} with one key one is charged`, async (target) => {
			const { barcode } = await richProduct(target);
			const key = newKey();
			const answers = await Promise.all([1, 2, 3, 4].map(() => check(target, path, key, [barcode])));
			const charged = answers.filter((answer) => answer.status === 200 && debitOf(answer) > 0).length;
			require(charged === 1, `${charged} of 4 were charged`);
		}),
	],
);

import { describe, expect, onTestFinished, test } from "vitest";
import { engines } from "../../test/support/engines.ts";
import { replaceSecretFit, requireFittingSecret, secretFit } from "./secret-fit.ts";
import { SecretError } from "./secrets.ts";

const ONE = "one master secret of more than 32 characters";
const OTHER = "other master secret of more than 32 characters";

test("the check value of a secret differs from secret to secret and does not contain it", () => {
	expect(secretFit(ONE)).toBe(secretFit(ONE));
	expect(secretFit(ONE)).not.toBe(secretFit(OTHER));
	expect(secretFit(ONE)).toMatch(/^[\w-]{43}$/);
});

describe.each(engines)("$name", ({ open }) => {
	test("binds the first secret to the database and accepts no other without --accept-secret", async () => {
		const { db, close } = await open();
		onTestFinished(close);
		await requireFittingSecret(db, ONE);
		await requireFittingSecret(db, ONE);
		await expect(requireFittingSecret(db, OTHER)).rejects.toThrow(SecretError);
		await db.write(replaceSecretFit, { fit: secretFit(OTHER) });
		await requireFittingSecret(db, OTHER);
		await expect(requireFittingSecret(db, ONE)).rejects.toThrow(/not the one/);
	});
});

import { expect, test } from "vitest";
import { clientId, isClientId } from "../../api/client-id.ts";

test("a client id is recognised by its shape", () => {
	for (let time = 0; time < 100; time++) expect(isClientId(clientId())).toBe(true);
	const id = clientId();
	for (const other of [
		"",
		id.slice(1),
		`${id}a`,
		`${id}\n`,
		id.toUpperCase(),
		`ps_client_${"1".repeat(20)}`,
	]) {
		expect(isClientId(other)).toBe(false);
	}
});

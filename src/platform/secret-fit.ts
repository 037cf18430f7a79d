import { hkdfSync } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { command } from "./db/command.ts";
import type { Database } from "./db/database.ts";
import type { RowSource } from "./db/row-copy.ts";
import type { Tx } from "./db/tx.ts";
import { SecretError, type secretSettings } from "./secrets.ts";
import { ensureServiceState, readServiceState, setServiceState } from "./service-state.ts";
import type { SettingsOf } from "./settings.ts";
import { storedState } from "./stored-state.ts";

/** The master secret of an installation, from the setting or the file; `undefined` if there is none yet. */
export function existingMaster(
	settings: SettingsOf<typeof secretSettings>,
	file: string,
): string | undefined {
	return settings.master ?? (existsSync(file) ? readFileSync(file, "utf8").trim() : undefined);
}

/** Fingerprint of a master secret that reveals nothing about it: a derived key (HKDF-SHA-256) that is used for nothing else. */
export function secretFit(master: string): string {
	return Buffer.from(hkdfSync("sha256", master, "packshot", "fit", 32)).toString("base64url");
}

/** The key in `service_state` under which the data stores the fingerprint of its master secret. */
const SECRET_FIT = "secret_fit";

/** Records that the data belongs to another master secret from now on. */
export const replaceSecretFit = command<{ fit: string }, undefined>(
	"platform.replace_secret_fit",
	async (tx, { fit }) => {
		await setServiceState(tx, SECRET_FIT, fit);
		return undefined;
	},
);

/** Fingerprint of the data's master secret; `undefined` if none has been used yet. */
export function readSecretFit(tx: Tx): Promise<string | undefined> {
	return readServiceState(tx, SECRET_FIT);
}

/** Makes sure that the secret belongs to the data: with another one, every key and token would be rejected without explanation. @throws SecretError */
export async function requireFittingSecret(db: Database, master: string): Promise<void> {
	const fit = secretFit(master);
	if ((await ensureServiceState(db, SECRET_FIT, () => fit)) !== fit) throw unfittingSecret();
}

export function unfittingSecret(): SecretError {
	return new SecretError(
		"the master secret is not the one this database was created with: restore the right one, or give up all API keys and tokens with `packshot migrate --accept-secret`",
	);
}

/** Fingerprint of the master secret of a database that is being copied. */
export function storedFit(source: RowSource): Promise<string | undefined> {
	return storedState(source, SECRET_FIT);
}

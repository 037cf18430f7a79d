import { fromReserve } from "../platform/db/command.ts";
import { refresh } from "./auth/refresh-tokens.ts";
import { revokeToken } from "./auth/revoked-tokens.ts";
import { signIn } from "./auth/sign-in.ts";
import { countSignIns } from "./auth/sign-in-windows.ts";
import { changeClient, createKey, giveCredits, noteTryToken, revokeKey, rotateKey } from "./pages/changes.ts";
import { createClient, revokeClient, setOwner } from "./policy/store.ts";

/** Every write of the clients. */
export const clientCommands = [
	// Access can be taken away, and room made, on a full disk.
	fromReserve(revokeKey),
	signIn,
	countSignIns,
	refresh,
	revokeToken,
	createClient,
	setOwner,
	revokeClient,
	createKey,
	changeClient,
	rotateKey,
	noteTryToken,
	giveCredits,
];

import { fromReserve } from "../platform/db/command.ts";
import { refresh } from "./auth/refresh-tokens.ts";
import { revokeToken } from "./auth/revoked-tokens.ts";
import { signIn } from "./auth/sign-in.ts";
import { countSignIns } from "./auth/sign-in-windows.ts";
import {
	changeClient,
	createAnyClient,
	giveCredits,
	revokeAnyKey,
	rotateAnyKey,
} from "./pages/clients/changes.ts";
import { moveOwnKey } from "./pages/keys/balance-changes.ts";
import { changeOwnKey, createKey, noteTryToken, revokeOwnKey, rotateOwnKey } from "./pages/keys/changes.ts";
import { createClient, revokeClient, setOwner } from "./policy/store.ts";

/** Every write of the clients. */
export const clientCommands = [
	// Access can be taken away, and room made, on a full disk.
	...[revokeAnyKey, revokeOwnKey].map(fromReserve),
	signIn,
	countSignIns,
	refresh,
	revokeToken,
	createClient,
	setOwner,
	revokeClient,
	createKey,
	changeOwnKey,
	moveOwnKey,
	rotateOwnKey,
	noteTryToken,
	createAnyClient,
	changeClient,
	rotateAnyKey,
	giveCredits,
];

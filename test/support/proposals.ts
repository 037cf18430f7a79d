import sharp from "sharp";
import { PORTAL_PATH } from "../../src/pages/contract.ts";
import type { Browser } from "./portal.ts";
import type { TestService } from "./service.ts";

type Person = Browser & { readonly accountId: string };

/** Allows an account to propose, as an administrator does on the accounts page. */
export async function letPropose(
	administrator: Browser,
	person: Person,
	ownership = "A bakery",
): Promise<void> {
	const { status } = await administrator.ask("PUT /admin/accounts/{account_id}/proposes-as", {
		path: { account_id: person.accountId },
		body: { proposes_as: ownership },
	});
	if (status !== 200) throw new Error(`answered ${status}`);
}

/** Uploads one piece of a file. */
export async function uploadPiece(packshot: TestService, person: Browser, bytes: Uint8Array) {
	const response = await fetch(`${packshot.origin}${PORTAL_PATH}/proposal-pieces`, {
		method: "POST",
		headers: {
			"content-type": "application/octet-stream",
			cookie: person.cookie ?? "",
			origin: packshot.origin,
			"x-packshot-csrf": person.csrf ?? "1",
		},
		body: Buffer.from(bytes),
	});
	const body = await response.json();
	return { status: response.status, headers: response.headers, body };
}

/** Uploads a picture in pieces, as the page does. */
export async function upload(
	packshot: TestService,
	person: Browser,
	variant: string,
	bytes: Uint8Array,
	pieceBytes = 256 * 1024,
) {
	const pieces: string[] = [];
	for (let at = 0; at < bytes.length; at += pieceBytes) {
		const { body } = await uploadPiece(packshot, person, bytes.subarray(at, at + pieceBytes));
		pieces.push(body.piece_id);
	}
	return person.ask("POST /proposal-pictures", { body: { variant, pieces } });
}

/** Changes that affect only the brand. */
export const brand = (name: string) => ({ info: { brand: name } });

export const propose = (by: Browser, body: object) => by.ask("POST /proposals", { body });

export const withdraw = (by: Browser, proposal_id: string) =>
	by.ask("DELETE /proposals/{proposal_id}", { path: { proposal_id } });

export function greyPicture(): Promise<Buffer> {
	return sharp({ create: { width: 9, height: 9, channels: 3, background: "#777" } })
		.webp()
		.toBuffer();
}

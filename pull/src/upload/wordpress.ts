import { createHash } from "node:crypto";
import { unusable } from "../stopped.ts";
import {
	MOST_PICTURE_BYTES,
	publicAddress,
	requireAccepted,
	sent,
	typeOf,
	type Upload,
	type Uploader,
} from "./uploader.ts";

/** A WordPress site, and a user of it who may upload files. */
export interface WordPressSite {
	readonly url: string;
	readonly user: string;
	/** An application password. */
	readonly password: string;
}

const ADVICE =
	"Check WORDPRESS_USER and WORDPRESS_APPLICATION_PASSWORD: in WordPress, Users > Profile > Application Passwords makes one; the user must be an author or more.";

/** What is asked about a file of the media library; a site may answer anything. */
interface Medium {
	readonly source_url?: unknown;
	readonly media_details?: { readonly filesize?: unknown } | null;
}

/** Details of a hundred files, and far more than they need. */
const MOST_JSON_BYTES = 4_000_000;

/** Pictures in the media library of a WordPress site. One that is there already, byte for byte, is found by its name. */
export function wordpressUploader({ url: site, user, password }: WordPressSite): Uploader {
	const token = Buffer.from(`${user}:${password}`).toString("base64");
	const secrets = [token, password, password.replaceAll(" ", "")];
	const { host } = new URL(site);
	// Reached whether or not the site has pretty addresses.
	const route = (parameters: Record<string, string>) => {
		const url = new URL(site);
		url.search = new URLSearchParams({ rest_route: "/wp/v2/media", ...parameters }).toString();
		return url;
	};
	const send = async (url: URL, init: RequestInit = {}): Promise<unknown> => {
		const headers = { ...init.headers, authorization: `Basic ${token}` };
		const expected = { mostBytes: MOST_JSON_BYTES, secrets };
		const answer = await sent(async () => new Request(url, { ...init, headers }), expected);
		requireAccepted(answer, url, ADVICE);
		return parsed(answer.bytes, host);
	};

	async function found({ name, bytes, sha256 }: Upload): Promise<string | undefined> {
		const search = name.replace(/\.\w+$/, "");
		const media = await send(route({ search, per_page: "100", _fields: "source_url,media_details" }));
		for (const { source_url, media_details } of Array.isArray(media) ? (media as Medium[]) : []) {
			if (media_details?.filesize !== bytes.length) continue;
			const url = publicAddress(source_url, host);
			const there = await sent(async () => new Request(url), { mostBytes: MOST_PICTURE_BYTES, secrets });
			if (there.ok && sha256Of(there.bytes) === sha256) return url;
		}
		return undefined;
	}

	return {
		where: host,
		async put(upload) {
			const there = await found(upload);
			if (there !== undefined) return { url: there, isNew: false };
			const { name, bytes, alt } = upload;
			const made = await send(route({ alt_text: alt, _fields: "source_url" }), {
				method: "POST",
				body: Buffer.from(bytes),
				headers: {
					"content-type": typeOf(name),
					"content-disposition": `attachment; filename="${name}"`,
				},
			});
			return { url: publicAddress((made as Medium | null)?.source_url, host), isNew: true };
		},
	};
}

function parsed(bytes: Uint8Array, host: string): unknown {
	try {
		return JSON.parse(new TextDecoder().decode(bytes));
	} catch {
		throw unusable(`${host} does not answer as WordPress does: check WORDPRESS_URL`);
	}
}

function sha256Of(bytes: Uint8Array): string {
	return createHash("sha256").update(bytes).digest("hex");
}

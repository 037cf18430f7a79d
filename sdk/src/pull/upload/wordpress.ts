import { createHash } from "node:crypto";
import { requireAccepted, sent, typeOf, type Upload, type Uploader } from "./uploader.ts";

/** A WordPress site, and a user of it who may upload files. */
export interface WordPressSite {
	readonly url: string;
	readonly user: string;
	/** An application password. */
	readonly password: string;
}

const ADVICE =
	"Check WORDPRESS_USER and WORDPRESS_APPLICATION_PASSWORD: in WordPress, Users > Profile > Application Passwords makes one; the user must be an author or more.";

/** What is asked about a file of the media library. */
interface Medium {
	readonly source_url: string;
	readonly media_details?: { readonly filesize?: number };
}

/** Pictures in the media library of a WordPress site. One that is there already, byte for byte, is found by its name. */
export function wordpressUploader({ url: site, user, password }: WordPressSite): Uploader {
	const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
	// Reached whether or not the site has pretty addresses.
	const route = (parameters: Record<string, string>) => {
		const url = new URL(site);
		url.search = new URLSearchParams({ rest_route: "/wp/v2/media", ...parameters }).toString();
		return url;
	};
	const send = async (url: URL, init: RequestInit = {}) => {
		const headers = { ...init.headers, authorization };
		const response = await sent(async () => new Request(url, { ...init, headers }));
		await requireAccepted(response, ADVICE);
		return response;
	};

	async function found({ name, bytes, sha256 }: Upload): Promise<string | undefined> {
		const search = name.replace(/\.\w+$/, "");
		const asked = route({ search, per_page: "100", _fields: "source_url,media_details" });
		const media = (await (await send(asked)).json()) as Medium[];
		for (const { source_url, media_details } of media) {
			if (media_details?.filesize !== bytes.length) continue;
			const there = await sent(async () => new Request(source_url));
			if (there.ok && sha256Of(await there.arrayBuffer()) === sha256) return source_url;
		}
		return undefined;
	}

	return {
		where: new URL(site).host,
		async put(upload) {
			const there = await found(upload);
			if (there !== undefined) return { url: there, isNew: false };
			const { name, bytes, alt } = upload;
			const response = await send(route({ alt_text: alt, _fields: "source_url" }), {
				method: "POST",
				body: Buffer.from(bytes),
				headers: {
					"content-type": typeOf(name),
					"content-disposition": `attachment; filename="${name}"`,
				},
			});
			return { url: ((await response.json()) as Medium).source_url, isNew: true };
		},
	};
}

function sha256Of(bytes: ArrayBuffer): string {
	return createHash("sha256").update(Buffer.from(bytes)).digest("hex");
}

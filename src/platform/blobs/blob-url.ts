import { type Setting, SettingError } from "../settings.ts";
import { parseWebUrl } from "../web-url.ts";

/** Location of blobs in an S3-compatible store. */
export interface S3Location {
	readonly bucket: string;
	/** Prepended to every key: empty, or a path that ends in `/`. */
	readonly prefix: string;
	/** Set for stores other than Amazon's own. */
	readonly endpoint: string | undefined;
	readonly region: string;
	/** In place of those of the usual AWS variables. */
	readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

const NAME = "PACKSHOT_BLOB_URL";
const FORM = "s3://BUCKET/PREFIX?endpoint=…&region=…";
const DEFAULT_REGION = "us-east-1";

export const blobSettings: { readonly location: Setting<S3Location | undefined> } = {
	location: {
		name: NAME,
		meaning: `Where pictures are stored: \`${FORM}\` with credentials from the usual AWS variables; if unset, a folder in \`PACKSHOT_DATA\``,
		defaultText: "none",
		parse: (text) => (text ? parseBlobUrl(text) : undefined),
	},
};

/** @param name of the setting. @throws SettingError naming what is wrong, without credentials. */
export function parseBlobUrl(text: string, name = NAME, { ownCredentials = false } = {}): S3Location {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url?.protocol !== "s3:" || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host)) {
		throw new SettingError(`${name} must look like ${FORM}${text.includes("@") ? "" : `, not "${text}"`}`);
	}
	const { username, password } = url;
	if ((!ownCredentials && username + password !== "") || url.hash !== "") {
		throw new SettingError(`${name} holds no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`);
	}
	if ((username === "") !== (password === "")) {
		throw new SettingError(`${name} has a key without its secret, or a secret without its key`);
	}
	for (const parameter of url.searchParams.keys()) {
		if (parameter !== "endpoint" && parameter !== "region")
			throw new SettingError(`${name}: "${parameter}" is not known`);
	}
	const path = decoded(url.pathname, name).replace(/^\/+|\/+$/g, "");
	const endpoint = url.searchParams.get("endpoint") ?? undefined;
	if (endpoint !== undefined && !parseWebUrl(endpoint)) {
		throw new SettingError(`${name}: endpoint must be an http or https address, not "${endpoint}"`);
	}
	return {
		bucket: url.host,
		prefix: path === "" ? "" : `${path}/`,
		endpoint,
		region: url.searchParams.get("region") ?? DEFAULT_REGION,
		...(username === ""
			? {}
			: { credentials: { accessKeyId: decoded(username, name), secretAccessKey: decoded(password, name) } }),
	};
}

function decoded(text: string, name: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		throw new SettingError(`${name}: a % must be written as %25`);
	}
}

type Given = Readonly<Record<string, string>>;

const STANDARD_PORTS = new Map(Object.entries({ tls: "465", starttls: "587", none: "25" }));

/** A mail server as its setting has it; empty without a host. */
export function mailServerUrl(given: Given): string {
	const { host = "", security = "tls", user = "", password = "" } = given;
	if (host.trim() === "") return "";
	const port = given.port?.trim() || STANDARD_PORTS.get(security);
	const query = security === "starttls" ? "?requireTLS=true" : "";
	return `${security === "tls" ? "smtps" : "smtp"}://${credentials(user, password)}${host.trim()}:${port}${query}`;
}

/** A place of backups as its setting has it, a folder or a bucket of S3; empty without either. */
export function backupUrl({
	kind,
	folder = "",
	bucket = "",
	prefix = "",
	key = "",
	secret = "",
	...more
}: Given): string {
	if (kind === "folder") return folder.trim();
	if (bucket.trim() === "") return "";
	const query = new URLSearchParams();
	for (const name of ["endpoint", "region"]) if (more[name]?.trim()) query.set(name, more[name].trim());
	const path = encodeURI(prefix.trim().replace(/^\/+/, ""));
	const at = `${credentials(key.trim(), secret.trim())}${bucket.trim()}/${path}`;
	return `s3://${at}${query.size === 0 ? "" : `?${query}`}`;
}

function credentials(name: string, secret: string): string {
	return name === "" && secret === "" ? "" : `${encodeURIComponent(name)}:${encodeURIComponent(secret)}@`;
}

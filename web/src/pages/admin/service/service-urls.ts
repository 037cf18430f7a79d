/** What the fields of a mail server ask for. */
export interface MailServer {
	readonly host: string;
	readonly port: string;
	readonly security: "tls" | "starttls" | "none";
	readonly user: string;
	readonly password: string;
}

/** Where backups go: a folder, or a bucket of S3. */
export interface BackupPlace {
	readonly kind: "folder" | "s3";
	readonly folder: string;
	readonly bucket: string;
	readonly prefix: string;
	readonly endpoint: string;
	readonly region: string;
	readonly key: string;
	readonly secret: string;
}

/** As the setting has it; empty without a host. */
export function mailServerUrl({ host, port, security, user, password }: MailServer): string {
	if (host.trim() === "") return "";
	const at = port.trim() === "" ? { tls: "465", starttls: "587", none: "25" }[security] : port.trim();
	const query = security === "starttls" ? "?requireTLS=true" : "";
	return `${security === "tls" ? "smtps" : "smtp"}://${credentials(user, password)}${host.trim()}:${at}${query}`;
}

/** As the setting has it; empty without a place. */
export function backupUrl({ kind, folder, bucket, prefix, endpoint, region, ...given }: BackupPlace): string {
	if (kind === "folder") return folder.trim();
	if (bucket.trim() === "") return "";
	const path = prefix.trim().replace(/^\/+/, "");
	const query = new URLSearchParams({
		...(endpoint.trim() === "" ? {} : { endpoint: endpoint.trim() }),
		...(region.trim() === "" ? {} : { region: region.trim() }),
	});
	const search = query.size === 0 ? "" : `?${query}`;
	return `s3://${credentials(given.key.trim(), given.secret.trim())}${bucket.trim()}/${encodeURI(path)}${search}`;
}

function credentials(name: string, secret: string): string {
	return name === "" && secret === "" ? "" : `${encodeURIComponent(name)}:${encodeURIComponent(secret)}@`;
}

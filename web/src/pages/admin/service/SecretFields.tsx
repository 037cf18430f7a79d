import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { PasswordField } from "../../../parts/PasswordField.tsx";
import { backupUrl, mailServerUrl } from "./service-urls.ts";

interface SecretFieldsProps {
	readonly name: string;
	/** Of the first field, as is the error. */
	readonly label: string;
	readonly description: string;
	readonly error: unknown;
	/** Called with the setting's text on each change. */
	readonly onText: (text: string) => void;
}

interface Field {
	readonly name: string;
	readonly label?: string;
	readonly description?: string;
	readonly placeholder?: string;
	/** Its only values, the first one by default. */
	readonly data?: readonly { readonly value: string; readonly label: string }[];
	readonly isSecret?: boolean;
	/** Only there while the kind is this one. */
	readonly kind?: string;
}

const SECURITIES = [
	{ value: "tls", label: "TLS from the start (port 465)" },
	{ value: "starttls", label: "STARTTLS (port 587)" },
	{ value: "none", label: "None, for a server on this machine (port 25)" },
];
const KINDS = [
	{ value: "folder", label: "A folder on another disk or machine" },
	{ value: "s3", label: "A bucket of S3" },
];
const MAIL: readonly Field[] = [
	{ name: "host", placeholder: "mail.example.com" },
	{ name: "security", label: "Encryption of mail", data: SECURITIES },
	{ name: "port", label: "Port of the mail server", description: "Empty for that of the encryption." },
	{ name: "user", label: "User at the mail server" },
	{ name: "password", label: "Password at the mail server", isSecret: true },
];
const BACKUPS: readonly Field[] = [
	{ name: "kind", data: KINDS },
	{ name: "folder", kind: "folder", label: "Folder", placeholder: "/mnt/backups" },
	{ name: "bucket", kind: "s3", label: "Bucket" },
	{ name: "prefix", kind: "s3", label: "Folder", description: "Within the bucket; empty for all of it." },
	{ name: "endpoint", kind: "s3", label: "Address of the store", description: "Of one other than Amazon's." },
	{ name: "region", kind: "s3", label: "Region", placeholder: "us-east-1" },
	{
		name: "key",
		kind: "s3",
		label: "Access key",
		description: "Empty for those of the server's AWS variables.",
	},
	{ name: "secret", kind: "s3", label: "Secret of the access key", isSecret: true },
];
const keyWritten = ({ key = "" }: Readonly<Record<string, string>>) => key;
/** The key of the backups is nobody else's: it is made here. */
const OWN_KEY: readonly Field[] = [{ name: "key" }];
/** What somebody else has made. */
const GIVEN: readonly Field[] = [{ name: "key", isSecret: true }];
/** Settings that are written from other fields than one that somebody else has made. */
const FORMS = new Map([
	["PACKSHOT_BACKUP_KEY", { fields: OWN_KEY, written: keyWritten }],
	["PACKSHOT_SMTP_URL", { fields: MAIL, written: mailServerUrl }],
	["PACKSHOT_BACKUP_URL", { fields: BACKUPS, written: backupUrl }],
]);
/** The fields of a secret, or of what holds one. That of the backups may also be made. */
export function SecretFields({ name, onText, ...first }: SecretFieldsProps) {
	const { fields, written } = FORMS.get(name) ?? { fields: GIVEN, written: keyWritten };
	const [given, setGiven] = useState<Readonly<Record<string, string>>>(
		Object.fromEntries(fields.map((field) => [field.name, field.data?.[0]?.value ?? ""])),
	);
	const set = (field: string, text: string) => {
		const changed = { ...given, [field]: text };
		setGiven(changed);
		onText(written(changed));
	};
	return (
		<>
			{fields
				.filter(({ kind }) => kind === undefined || kind === given.kind)
				.map(({ name: field, kind: _, isSecret, data, ...words }, at) => {
					const input = {
						...(at === 0 ? { ...first, error: first.error as string } : {}),
						...words,
						onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
							set(field, currentTarget.value),
						value: given[field] ?? "",
					};
					if (data) return <NativeSelect data={[...data]} key={field} {...input} />;
					if (isSecret) return <PasswordField autoComplete="new-password" key={field} {...input} />;
					return <TextInput autoComplete="off" key={field} {...input} />;
				})}
			{fields === OWN_KEY ? (
				<Button onClick={() => set("key", randomKey())} size="compact-sm" variant="default" w="fit-content">
					Make one
				</Button>
			) : null}
		</>
	);
}

/** 256 bits. */
function randomKey(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(32));
	return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { PasswordField } from "../../../parts/PasswordField.tsx";
import { type BackupPlace, backupUrl, type MailServer, mailServerUrl } from "./service-urls.ts";

interface SecretFieldsProps {
	readonly label: string;
	readonly hint: string;
	/** Of the service, about the first field. */
	readonly error: unknown;
	/** Called with the setting's text on each change. */
	readonly onText: (text: string) => void;
}

/** The fields of a value, and how to change one of them. */
function useParts<Parts extends object>(
	first: Parts,
	written: (parts: Parts) => string,
	onText: SecretFieldsProps["onText"],
) {
	const [parts, setParts] = useState(first);
	const set = (change: Partial<Parts>) => {
		const changed = { ...parts, ...change };
		setParts(changed);
		onText(written(changed));
	};
	const field = (name: keyof Parts) => ({
		autoComplete: "off",
		onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
			set({ [name]: event.currentTarget.value } as unknown as Partial<Parts>),
		value: String(parts[name]),
	});
	return { parts, field };
}

const NO_SERVER: MailServer = { host: "", port: "", security: "tls", user: "", password: "" };
const SECURITIES = [
	{ value: "tls", label: "TLS from the start (port 465)" },
	{ value: "starttls", label: "STARTTLS (port 587)" },
	{ value: "none", label: "None, for a server on this machine (port 25)" },
];

export function MailServerFields({ label, hint, error, onText }: SecretFieldsProps) {
	const { field } = useParts(NO_SERVER, mailServerUrl, onText);
	return (
		<>
			<TextInput
				description={hint}
				error={error as string}
				label={label}
				placeholder="mail.example.com"
				{...field("host")}
			/>
			<NativeSelect data={SECURITIES} label="Encryption of mail" {...field("security")} />
			<TextInput
				description="Empty for that of the encryption."
				inputMode="numeric"
				label="Port of the mail server"
				{...field("port")}
			/>
			<TextInput label="User at the mail server" {...field("user")} />
			<PasswordField label="Password at the mail server" {...field("password")} autoComplete="new-password" />
		</>
	);
}

const NO_PLACE: BackupPlace = {
	kind: "folder",
	...{ folder: "", bucket: "", prefix: "", endpoint: "", region: "", key: "", secret: "" },
};
const KINDS = [
	{ value: "folder", label: "A folder on another disk or machine" },
	{ value: "s3", label: "A bucket of S3" },
];

export function BackupPlaceFields({ label, hint, error, onText }: SecretFieldsProps) {
	const { parts, field } = useParts(NO_PLACE, backupUrl, onText);
	return (
		<>
			<NativeSelect
				data={KINDS}
				description={hint}
				error={error as string}
				label={label}
				{...field("kind")}
			/>
			{parts.kind === "folder" ? (
				<TextInput label="Folder" placeholder="/mnt/backups" {...field("folder")} />
			) : (
				<>
					<TextInput label="Bucket" {...field("bucket")} />
					<TextInput
						description="Within the bucket; empty for all of it."
						label="Folder"
						{...field("prefix")}
					/>
					<TextInput
						description="Of a store other than Amazon's."
						label="Address of the store"
						placeholder="https://s3.example.com"
						{...field("endpoint")}
					/>
					<TextInput label="Region" placeholder="us-east-1" {...field("region")} />
					<TextInput
						description="Empty for those of the server's AWS variables."
						label="Access key"
						{...field("key")}
					/>
					<PasswordField label="Secret of the access key" {...field("secret")} autoComplete="new-password" />
				</>
			)}
		</>
	);
}

/** A key that people may make up, or have made. */
export function KeyField({ label, hint, error, onText }: SecretFieldsProps) {
	const [key, setKey] = useState("");
	const set = (text: string) => {
		setKey(text);
		onText(text);
	};
	return (
		<div>
			<TextInput
				autoComplete="off"
				description={hint}
				error={error as string}
				label={label}
				onChange={(event) => set(event.currentTarget.value)}
				value={key}
			/>
			<Button mt="xs" onClick={() => set(randomKey())} size="compact-sm" variant="default">
				Make one
			</Button>
		</div>
	);
}

/** 256 bits. */
function randomKey(): string {
	return [...crypto.getRandomValues(new Uint8Array(32))]
		.map((byte) => byte.toString(16).padStart(2, "0"))
		.join("");
}

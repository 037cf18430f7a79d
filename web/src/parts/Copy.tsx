import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import classes from "./Identifier.module.css";

/** Copies a text, and confirms this in place, visually and for screen readers. */
export function CopyIcon({ text, name }: { readonly text: string; readonly name: string }) {
	const clipboard = useClipboard({ timeout: 2000 });
	const label = clipboard.copied ? "Copied" : `Copy ${name}`;
	return (
		<Tooltip label={label}>
			<ActionIcon
				aria-label={label}
				color="gray"
				onClick={() => clipboard.copy(text)}
				size={30}
				variant="subtle"
			>
				{clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.7} />}
			</ActionIcon>
		</Tooltip>
	);
}

export function CopyButton({ text, name }: { readonly text: string; readonly name: string }) {
	const clipboard = useClipboard({ timeout: 2000 });
	return (
		<Button
			aria-live="polite"
			leftSection={clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.7} />}
			onClick={() => clipboard.copy(text)}
			variant="default"
		>
			{clipboard.copied ? "Copied" : `Copy ${name}`}
		</Button>
	);
}

/** A public id that people copy into other programs. */
export function Identifier({ id, name }: { readonly id: string; readonly name: string }) {
	return (
		<span className={classes.identifier}>
			<code>{id}</code>
			<CopyIcon name={name} text={id} />
		</span>
	);
}

export function saveFile(fileName: string, text: string, contentType: string): void {
	saveBlob(fileName, new Blob([text], { type: contentType }));
}

export function saveBlob(fileName: string, blob: Blob): void {
	const url = URL.createObjectURL(blob);
	const link = document.createElement("a");
	link.href = url;
	link.download = fileName;
	link.click();
	// Revoking immediately would race with the download in some browsers.
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Makes the browser download from a URL, streaming to disk. @param fileName used if the response does not give one. */
export function followLink(url: string, fileName = ""): void {
	const link = document.createElement("a");
	link.href = url;
	link.download = fileName;
	link.click();
}

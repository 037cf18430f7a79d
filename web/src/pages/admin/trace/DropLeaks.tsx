import { ActionIcon } from "@mantine/core";
import { IconPhotoUp, IconX } from "@tabler/icons-react";
import { type DragEvent, useEffect, useState } from "react";
import { formatSize } from "../../../format/sizes.ts";
import { useObjectUrl } from "../../../parts/use-object-url.ts";
import classes from "./DropLeaks.module.css";

interface DropLeaksProps {
	readonly files: readonly File[];
	readonly onFiles: (files: readonly File[]) => void;
	readonly onRemove: (file: File) => void;
}

/** Accepts dropped, chosen or pasted pictures, and shows them. */
export function DropLeaks({ files, onFiles, onRemove }: DropLeaksProps) {
	const [isOver, setOver] = useState(false);
	usePasted(onFiles);
	const drop = (event: DragEvent) => {
		event.preventDefault();
		setOver(false);
		onFiles([...event.dataTransfer.files]);
	};
	return (
		<div>
			<label
				className={classes.zone}
				data-over={isOver}
				onDragLeave={() => setOver(false)}
				onDragOver={(event) => {
					event.preventDefault();
					setOver(true);
				}}
				onDrop={drop}
			>
				<IconPhotoUp aria-hidden="true" size={28} stroke={1.5} />
				<span>
					<strong>Choose pictures</strong>, or drop or paste them here
				</span>
				<small>JPEG, PNG, WebP, AVIF, TIFF or GIF, up to 20 MB each</small>
				<input
					accept="image/jpeg,image/png,image/webp,image/avif,image/tiff,image/gif"
					aria-label="Leaked pictures"
					className={classes.input}
					multiple
					onChange={({ currentTarget }) => {
						onFiles([...(currentTarget.files ?? [])]);
						currentTarget.value = "";
					}}
					type="file"
				/>
			</label>
			{files.length > 0 ? (
				<ul aria-label="Leaks to trace" className={classes.files}>
					{files.map((file) => (
						<ChosenFile
							file={file}
							key={`${file.name} ${file.size} ${file.lastModified}`}
							onRemove={onRemove}
						/>
					))}
				</ul>
			) : null}
		</div>
	);
}

function ChosenFile({ file, onRemove }: { readonly file: File; readonly onRemove: (file: File) => void }) {
	const url = useObjectUrl(file);
	return (
		<li>
			{url === undefined ? null : <img alt="" src={url} />}
			<span>
				<bdi>{file.name}</bdi>
				<small>{formatSize(file.size)}</small>
			</span>
			<ActionIcon
				aria-label={`Leave ${file.name} out`}
				color="gray"
				onClick={() => onRemove(file)}
				variant="subtle"
			>
				<IconX aria-hidden="true" size={16} />
			</ActionIcon>
		</li>
	);
}

/** Screenshots are usually in the clipboard. */
function usePasted(onFiles: (files: readonly File[]) => void): void {
	useEffect(() => {
		const paste = ({ clipboardData }: ClipboardEvent) => {
			const pictures = [...(clipboardData?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
			if (pictures.length > 0) onFiles(pictures);
		};
		document.addEventListener("paste", paste);
		return () => document.removeEventListener("paste", paste);
	}, [onFiles]);
}

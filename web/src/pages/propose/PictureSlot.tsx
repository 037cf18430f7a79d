import { ActionIcon, Progress, Stack } from "@mantine/core";
import { IconCamera, IconFolder, IconX } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import { call, routeUrl, upload } from "../../api/call.ts";
import { asFailure } from "../../api/failure.ts";
import type { ProposedPicture } from "../../api/routes.ts";
import { VARIANT_NAMES } from "../../format/product-words.ts";
import { ChooseFile } from "../../parts/ChooseFile.tsx";
import classes from "./Propose.module.css";

interface PictureSlotProps {
	readonly variant: ProposedPicture["variant"];
	readonly picture: ProposedPicture | undefined;
	readonly onPicture: (picture: ProposedPicture | undefined) => void;
	readonly onBusy?: (isBusy: boolean) => void;
}

/** The slot for one picture: taken with a phone's camera or chosen from files, then uploaded and checked at once. */
export function PictureSlot({ variant, picture, onPicture, onBusy }: PictureSlotProps) {
	const [share, setShare] = useState<number>();
	const [problem, setProblem] = useState<string>();
	const running = useRef<AbortController>(undefined);
	const titleId = useId();
	useEffect(() => () => running.current?.abort(), []);
	const name = VARIANT_NAMES[variant];
	const take = async (file: File) => {
		const controller = new AbortController();
		running.current = controller;
		setProblem(undefined);
		setShare(0);
		onBusy?.(true);
		try {
			onPicture(await uploadPicture(file, variant, setShare, controller.signal));
		} catch (error) {
			if (!controller.signal.aborted) setProblem(asFailure(error).message);
		}
		setShare(undefined);
		onBusy?.(false);
	};
	return (
		<section aria-labelledby={titleId} className={classes.slot}>
			<h3 id={titleId}>{name}</h3>
			{picture ? (
				<Taken name={name} onRemove={() => onPicture(undefined)} picture={picture} />
			) : (
				<Choose
					isBusy={share !== undefined}
					name={name}
					onFile={(file) => void take(file)}
					variant={variant}
				/>
			)}
			{share === undefined ? null : (
				<Progress aria-label={`Upload of ${name}`} w="100%" value={share * 100} />
			)}
			<p aria-live="polite" className={classes.problem}>
				{problem}
			</p>
		</section>
	);
}

interface TakenProps {
	readonly picture: ProposedPicture;
	readonly name: string;
	readonly onRemove: () => void;
}

function Taken({ picture, name, onRemove }: TakenProps) {
	return (
		<>
			<div className={classes.taken}>
				<img
					alt={name}
					src={routeUrl("GET /proposal-pictures/{picture_id}/{size}", {
						path: { picture_id: picture.picture_id, size: "thumbnail" },
					})}
				/>
				<ActionIcon
					aria-label={`Remove ${name}`}
					className={classes.remove}
					color="gray"
					onClick={onRemove}
					size={32}
					variant="default"
				>
					<IconX aria-hidden="true" size={17} />
				</ActionIcon>
			</div>
			<p className={classes.quiet}>
				{picture.width} × {picture.height}
				{picture.notes.length > 0 ? `. Please check: ${picture.notes.join(", ")}.` : ""}
			</p>
		</>
	);
}

interface ChooseProps {
	readonly variant: ProposedPicture["variant"];
	readonly name: string;
	readonly isBusy: boolean;
	readonly onFile: (file: File) => void;
}

/** Formats that can be transparent. */
const TRANSPARENT = "image/png,image/webp,image/avif,image/tiff";

/** A cut-out has a transparent background, which no camera produces. */
function Choose({ variant, name, isBusy, onFile }: ChooseProps) {
	const isCutOut = variant.endsWith("_clean");
	return (
		<Stack gap="0.5rem">
			{isCutOut ? null : (
				<ChooseFile
					accept="image/jpeg,image/png"
					aria-label={`Take a photo: ${name}`}
					capture="environment"
					disabled={isBusy}
					leftSection={<IconCamera aria-hidden="true" size={18} stroke={1.7} />}
					onFile={onFile}
				>
					Take a photo
				</ChooseFile>
			)}
			<ChooseFile
				accept={isCutOut ? TRANSPARENT : `image/jpeg,${TRANSPARENT}`}
				aria-label={`Choose a file: ${name}`}
				disabled={isBusy}
				leftSection={<IconFolder aria-hidden="true" size={18} stroke={1.7} />}
				onFile={onFile}
			>
				Choose a file
			</ChooseFile>
			<p className={classes.quiet}>
				{isCutOut ? "PNG, WebP, AVIF or TIFF, transparent." : "JPEG, PNG, WebP, AVIF or TIFF."}
			</p>
		</Stack>
	);
}

const PIECE_BYTES = 512 * 1024;
const ATTEMPTS = 4;
const RETRY_MS = 1500;

/** Uploads a picture in pieces, retrying each when the connection breaks. @param progress from 0 to 1. */
async function uploadPicture(
	file: File,
	variant: ProposedPicture["variant"],
	progress: (share: number) => void,
	signal: AbortSignal,
): Promise<ProposedPicture> {
	const pieces: string[] = [];
	for (let at = 0; at < file.size; at += PIECE_BYTES) {
		const piece = await sendPiece(file.slice(at, at + PIECE_BYTES), signal);
		pieces.push(piece.piece_id);
		progress(Math.min(1, (at + PIECE_BYTES) / file.size));
	}
	const modified_at = new Date(file.lastModified).toISOString();
	return call("POST /proposal-pictures", { body: { variant, pieces, modified_at } }, signal);
}

async function sendPiece(bytes: Blob, signal: AbortSignal) {
	for (let attempt = 1; ; attempt++) {
		try {
			return await upload("POST /proposal-pieces", { file: bytes }, signal);
		} catch (error) {
			const isLine = asFailure(error).code === "unreachable";
			if (!isLine || attempt === ATTEMPTS || signal.aborted) throw error;
			await new Promise((resolve) => setTimeout(resolve, RETRY_MS * attempt));
		}
	}
}

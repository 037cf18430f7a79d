import { Button, FileButton } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { type DragEvent, useState } from "react";
import { useNavigate } from "react-router";
import { pageFailure } from "../../../api/failure.ts";
import { useRefresh } from "../../../api/routes.ts";
import { countInWords } from "../../../format/credits.ts";
import {
	type ChosenFile,
	droppedFiles,
	isPicture,
	packFiles,
	packingProblem,
} from "../../../imports/pack-files.ts";
import { fileProblem } from "../../../imports/upload-rules.ts";
import { uploadFile } from "../../../imports/uploads.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import classes from "./Imports.module.css";

const CARD_ACCEPTED = ".zip,.jpg,.jpeg,.png,.webp,.avif,.tif,.tiff";
const ACCEPTED = `.ndjson,.jsonl,.csv,.tsv,.tab,.txt,.xlsx,.xlsm,${CARD_ACCEPTED}`;

interface DropZoneProps {
	/** Whether it takes raw pictures of a card. */
	readonly isCard?: boolean;
}

/** Accepts files for import, dropped or chosen. The page of a single one opens at once. */
export function DropZone({ isCard = false }: DropZoneProps) {
	const { take, takeAll, isBegun, packed, error } = useUploading(isCard);
	const [isOver, setOver] = useState(false);
	const drag = (over: boolean) => (event: DragEvent) => {
		event.preventDefault();
		setOver(over);
	};
	return (
		<>
			<section
				aria-label="Upload"
				className={classes.zone}
				data-over={isOver}
				onDragLeave={drag(false)}
				onDragOver={drag(true)}
				onDrop={(event) => {
					drag(false)(event);
					takeAll(droppedFiles(event.dataTransfer));
				}}
			>
				<IconFileUpload aria-hidden="true" className={classes.zoneIcon} size={34} stroke={1.4} />
				<p className={classes.zoneTitle}>{isCard ? "Drop the pictures of a card here" : "Drop files here"}</p>
				<p className={classes.quiet}>
					{isCard
						? "The folder of the camera, its pictures, or a ZIP of them: up to 2,000."
						: "Tables as your spreadsheet saves them (Excel, CSV), pictures named after their barcodes, folders of them, ZIP, NDJSON."}{" "}
					If an upload is interrupted, choose the same files again to continue it.
				</p>
				{packed === undefined ? null : (
					<p aria-live="polite" className={classes.quiet}>
						{countInWords(packed, "file")} packed
					</p>
				)}
				<FileButton accept={isCard ? CARD_ACCEPTED : ACCEPTED} multiple onChange={take}>
					{(props) => (
						<Button {...props} loading={isBegun}>
							Choose files
						</Button>
					)}
				</FileButton>
			</section>
			<FailureNotice error={error} title="That cannot be imported" />
		</>
	);
}

/** Starts uploads, or says why one is not permitted. */
export function useUploading(isCard = false) {
	const navigate = useNavigate();
	const refreshAll = useRefresh();
	const refresh = () => void refreshAll(["/admin/imports"]);
	const [isBegun, setBegun] = useState(false);
	const [packed, setPacked] = useState<number>();
	const [error, setError] = useState<unknown>();
	async function takeAll(chosen: Promise<readonly ChosenFile[]>): Promise<void> {
		setBegun(true);
		setError(undefined);
		try {
			const all = isCard ? cardFiles(await chosen) : await chosen;
			const isOne = all.some(isPicture) || all.some(({ path }) => path.includes("/"));
			const tooMuch = isOne ? packingProblem(all) : undefined;
			if (tooMuch !== undefined) throw pageFailure(tooMuch);
			// Pictures belong together, and with the tables beside them.
			const files = isOne ? [await packFiles(all, setPacked)] : all.map(({ file }) => file);
			const problem = files.map(fileProblem).find((each) => each !== undefined);
			if (problem !== undefined) throw pageFailure(problem);
			const begun: string[] = [];
			for (const file of files) begun.push(await uploadFile(file, isCard, refresh));
			const [one] = begun;
			if (begun.length === 1) navigate(`/admin/${isCard ? "studio" : "imports"}/${one}`);
		} catch (fault) {
			setError(fault);
		} finally {
			setBegun(false);
			setPacked(undefined);
			refresh();
		}
	}
	return {
		isBegun,
		packed,
		error,
		takeAll: (chosen: Promise<readonly ChosenFile[]>) => void takeAll(chosen),
		take: (files: readonly File[]) =>
			void takeAll(
				Promise.resolve(files.map((file) => ({ path: file.webkitRelativePath || file.name, file }))),
			),
	};
}

/** A card has more than pictures, which stay where they are. @throws Failure if it has none */
function cardFiles(chosen: readonly ChosenFile[]): readonly ChosenFile[] {
	const files = chosen.filter((each) => isPicture(each) || /\.zip$/i.test(each.path));
	if (files.length === 0) throw pageFailure("There are no pictures among these files.");
	return files;
}

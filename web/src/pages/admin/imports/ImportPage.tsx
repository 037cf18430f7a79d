import { Button, Group, Progress, Stack } from "@mantine/core";
import { Link, useParams } from "react-router";
import { pageFailure } from "../../../api/failure.ts";
import { type Import, type ImportSummary, useAction } from "../../../api/routes.ts";
import { countInWords, formatCount, formatPercent } from "../../../format/credits.ts";
import { batchName } from "../../../format/names.ts";
import { formatDuration, formatSize } from "../../../format/sizes.ts";
import { type RunningUpload, useUploads } from "../../../imports/uploads.ts";
import { ChooseFile } from "../../../parts/ChooseFile.tsx";
import { Fact, Facts, Figure, Figures } from "../../../parts/Facts.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { WaitingPage } from "../../../parts/Waiting.tsx";
import { ChangedValues } from "./ChangedValues.tsx";
import { CheckedImport, ImportButton, useImportChoices } from "./CheckedImport.tsx";
import { useUploading } from "./DropZone.tsx";
import { ForeseenProducts } from "./ForeseenProducts.tsx";
import { ImportActions } from "./ImportActions.tsx";
import { ImportStateBadge } from "./ImportStateBadge.tsx";
import classes from "./Imports.module.css";
import { MODES, nameOf } from "./import-state.ts";
import { Refusals } from "./Refusals.tsx";
import { TableColumns } from "./TableColumns.tsx";
import { UploadProgress } from "./UploadProgress.tsx";
import { useImport } from "./use-imports.ts";

const BACK = { to: "/admin/imports", name: "Imports" };

/** One import, from its upload to its undoing. */
export function ImportPage() {
	const { importId = "" } = useParams();
	const batch = useImport(importId);
	if (batch.error && !batch.data) {
		return (
			<>
				<PageHead back={BACK} name="Import" />
				<FailureNotice error={batch.error} onRetry={() => batch.refetch()} />
			</>
		);
	}
	return batch.data ? <Shown batch={batch.data} /> : <WaitingPage />;
}

function Shown({ batch }: { readonly batch: Import }) {
	const name = nameOf(batch);
	const upload = useUploads().find(({ importId }) => importId === batch.import_id);
	const shown = batch.report ?? batch.check;
	const choices = useImportChoices(batch);
	const mayImport =
		batch.check !== null && batch.task === null && batch.has_file && batch.state !== "uploading";
	return (
		<>
			<PageHead
				actions={
					<>
						<ImportActions batch={batch} />
						{mayImport ? <ImportButton choices={choices} /> : null}
					</>
				}
				back={BACK}
				badges={<ImportStateBadge batch={batch} />}
				name={name}
			/>
			<Stack gap="1.5rem">
				{batch.failure ? <FailureNotice error={pageFailure(batch.failure)} title="It failed" /> : null}
				{batch.task ? <TaskProgress batch={batch} /> : null}
				{batch.card_revision !== null && batch.task === null ? (
					<p className={classes.words}>
						Pictures of a memory card: <Link to={`/admin/studio/${batch.import_id}`}>its groups</Link> can be
						corrected until they are imported.
					</p>
				) : null}
				{batch.state === "uploading" ? <UnfinishedUpload batch={batch} upload={upload} /> : null}
				{batch.undo ? <UndoResult undo={batch.undo} /> : null}
				{shown ? <SummaryFigures isDone={batch.report !== null} summary={shown} /> : null}
				{mayImport ? <ForeseenProducts products={batch.check?.foreseen ?? []} /> : null}
				{batch.has_own_columns && batch.has_file && batch.task === null ? (
					<TableColumns batch={batch} />
				) : null}
				{shown ? <ChangedValues isDone={batch.report !== null} summary={shown} /> : null}
				{mayImport ? <CheckedImport batch={batch} choices={choices} /> : null}
				{shown && shown.refused > 0 ? <Refusals batch={batch} summary={shown} /> : null}
				<Surface title="About this import">
					<ImportFacts batch={batch} />
				</Surface>
			</Stack>
		</>
	);
}

const WHY = { newer: "changed again since", picture_lost: "its former picture is gone" } as const;

/** What was undone, and what was kept. */
function UndoResult({ undo }: { readonly undo: NonNullable<Import["undo"]> }) {
	const stays = undo.kept_newer + undo.kept_lost;
	return (
		<Surface title="Undone">
			<p className={classes.words}>
				{countInWords(undo.undone, "change")} undone.{" "}
				{stays === 0
					? "Nothing was left out."
					: `${formatCount(stays)} could not be undone, because something newer depends on them:`}
			</p>
			{undo.kept.length > 0 ? (
				<ul className={classes.kept}>
					{undo.kept.map(({ barcode, why }, at) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: a product may be listed for several of its changes
						<li key={`${barcode} ${at}`}>
							<code>{barcode}</code>, {WHY[why]}
						</li>
					))}
				</ul>
			) : null}
		</Surface>
	);
}

/** Who imported what and when, and the attribution of its pictures. */
function ImportFacts({ batch }: { readonly batch: Import }) {
	const { by, created_at, ended_at, expires_at, ownership, uploaded_by, origin, report, files } = batch;
	return (
		<Facts layout="pairs">
			{files.map(({ name, size_bytes, sha256 }) => (
				<Fact key={name} name={files.length > 1 ? name : "File"}>
					{size_bytes === null ? "Not known" : formatSize(size_bytes)}
					{sha256 ? <code className={classes.digest}>SHA-256 {sha256}</code> : null}
				</Fact>
			))}
			<Fact name="Uploaded">
				<Moment at={created_at} /> by{" "}
				<bdi>{by ?? (origin === "command" ? "the command line" : "nobody")}</bdi>
			</Fact>
			{report ? <Fact name="Took">{formatDuration(report.took_ms)}</Fact> : null}
			{ended_at ? (
				<Fact name="Ended">
					<Moment at={ended_at} />
				</Fact>
			) : null}
			<Fact name="Batch">
				<bdi>{batchName(batch.batch) ?? "Not named"}</bdi>
			</Fact>
			<Fact name="Ownership">
				<bdi>{ownership ?? "None"}</bdi>
			</Fact>
			<Fact name="Uploaded by">
				<bdi>{uploaded_by ?? "Nobody"}</bdi>
			</Fact>
			<Fact name="Products">
				{batch.existing_only ? "Only existing ones are updated" : "New ones are added"}
			</Fact>
			<Fact name="Values of existing products">{MODES[batch.mode].name}</Fact>
			<Fact name="Barcodes">{batch.exact ? "Taken literally" : "Found with other leading zeros too"}</Fact>
			{expires_at ? (
				<Fact name="File deleted">
					<Moment at={expires_at} />, unless it is imported before then
				</Fact>
			) : null}
		</Facts>
	);
}

interface SummaryFiguresProps {
	readonly summary: ImportSummary;
	/** Whether it reports what was done rather than a dry run. */
	readonly isDone: boolean;
}

/** The changes that an import would make, or has made. */
function SummaryFigures({ summary, isDone }: SummaryFiguresProps) {
	const { products, images, refused, unmarkable, noted, ignored, tables, from } = summary;
	const notes = [
		...(from === "openfoodfacts" ? ["The file was read as an export of Open Food Facts."] : []),
		...(unmarkable > 0
			? [`${countInWords(unmarkable, "picture")} too small or too flat for the invisible mark.`]
			: []),
		...(noted > 0 ? [`${countInWords(noted, "picture")} with a quality note.`] : []),
		...(ignored > 0
			? [`${countInWords(ignored, "file")} left out that do not belong to a product, such as read-me files.`]
			: []),
	];
	return (
		<Surface
			description={isDone ? undefined : "Nothing has been changed yet."}
			flush
			title={isDone ? "What it changed" : "What it would change"}
		>
			<div className={classes.figures}>
				<Figures>
					<Figure amount={formatCount(products.created)} name="New products">
						{formatCount(products.updated)} changed, {formatCount(products.unchanged)} the same
					</Figure>
					<Figure amount={formatCount(images.created)} name="New pictures">
						{formatCount(images.updated)} replaced, {formatCount(images.unchanged)} the same
					</Figure>
					<Figure amount={formatCount(refused)} name="Refused">
						{refusedText(summary)}
					</Figure>
				</Figures>
				{tables.map(({ source, read_as }) => (
					<p className={classes.notes} key={source}>
						<bdi>{source}</bdi> was read as: <bdi>{read_as}</bdi>.
					</p>
				))}
				{summary.remarks.map(({ text, count, source, line }) => (
					<p className={classes.notes} key={text}>
						{formatCount(count)} × {text}. The first in <bdi>{source}</bdi>, line {line}.
					</p>
				))}
				{notes.length > 0 ? <p className={classes.notes}>{notes.join(" ")}</p> : null}
			</div>
		</Surface>
	);
}

function refusedText({ refused, products_refused: products }: ImportSummary): string {
	if (refused === 0) return "Nothing left out";
	return products === 0
		? "Left out; the rest is imported"
		: `${countInWords(products, "product")} affected; the rest is imported`;
}

interface UnfinishedUploadProps {
	readonly batch: Import;
	/** The upload by this page, if it is one. */
	readonly upload: RunningUpload | undefined;
}

/** An upload in progress, or what to do about an interrupted one. */
export function UnfinishedUpload({ batch, upload }: UnfinishedUploadProps) {
	const { take, isBegun, error } = useUploading(batch.card_revision !== null);
	const [file] = batch.files;
	if (upload) {
		return (
			<Surface description="Stay on these pages until it is done, or continue later." title="Uploading">
				<UploadProgress upload={upload} />
			</Surface>
		);
	}
	return (
		<Surface title="Interrupted">
			<Stack gap="xs">
				<p className={classes.words}>
					{formatSize(batch.uploaded_bytes ?? 0)} of {formatSize(file?.size_bytes ?? 0)} uploaded so far.
					Choose <bdi>{nameOf(batch)}</bdi> again to continue from there.
				</p>
				<FailureNotice error={error} />
				<div>
					<ChooseFile
						disabled={!batch.is_own}
						loading={isBegun}
						onFile={(chosen) => take([chosen])}
						variant="filled"
					>
						Choose the file
					</ChooseFile>
				</div>
			</Stack>
		</Surface>
	);
}

const TITLES = {
	look: "Looking at the pictures",
	check: "Checking the file",
	import: "Importing",
	undo: "Undoing",
} as const;
const WORDS = {
	look: "Barcodes are read, and the pictures grouped and cut out. You can leave this page.",
	check: "Every line and picture is being checked. Nothing is changed yet.",
	import: "API calls have priority. You can leave this page.",
	undo: "Changes are being undone, newest first.",
} as const;

/** Progress of an import's current task. */
export function TaskProgress({ batch }: { readonly batch: Import }) {
	const stop = useAction("POST /admin/imports/{import_id}/stop", { path: { import_id: batch.import_id } });
	const { task, progress, is_running, is_stopping } = batch;
	if (task === null) return null;
	const percent = Math.floor(100 * (progress?.share ?? 0));
	return (
		<Surface description={WORDS[task]} title={is_running ? TITLES[task] : "Waiting for its turn"}>
			<Stack gap="xs">
				<Progress
					animated={is_running}
					aria-label={TITLES[task]}
					color="petrol.5"
					size={8}
					value={is_running ? Math.max(2, percent) : 0}
				/>
				<Group gap="sm" justify="space-between">
					<span aria-live="polite" className={classes.quiet}>
						{is_running ? progressText(batch) : "Imports run one at a time."}
					</span>
					<Button
						disabled={is_stopping}
						loading={stop.isPending}
						onClick={() => stop.mutate(undefined)}
						size="xs"
						variant="default"
					>
						{is_stopping ? "Stopping" : "Stop"}
					</Button>
				</Group>
				<FailureNotice error={stop.error} />
			</Stack>
		</Surface>
	);
}

function progressText({ task, progress }: Import): string {
	if (!progress) return "Starting";
	const { lines, pictures, all_pictures, refused, share, left_ms } = progress;
	const percent = formatPercent(Math.floor(100 * share) / 100);
	if (task === "undo") return `${countInWords(lines, "change")} · ${percent}`;
	const shown =
		all_pictures > 0 ? [`${formatCount(pictures)} of ${countInWords(all_pictures, "picture")}`] : [];
	const left = left_ms === null ? [] : [`${formatDuration(left_ms)} left`];
	return [
		percent,
		...(task === "look" ? [] : [countInWords(lines, "line")]),
		...shown,
		`${formatCount(refused)} refused`,
		...left,
	].join(" · ");
}

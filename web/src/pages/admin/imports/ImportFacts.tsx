import type { Import } from "../../../api/shapes.ts";
import { formatDuration, formatSize } from "../../../format/sizes.ts";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import classes from "./Imports.module.css";
import { MODES } from "./ModeChoice.tsx";

/** Who imported what and when, and the attribution of its pictures. */
export function ImportFacts({ batch }: { readonly batch: Import }) {
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
				<bdi>{batch.batch}</bdi>
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

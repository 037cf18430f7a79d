import type { CaseReport } from "../../api/routes.ts";
import { formatSize } from "../../format/sizes.ts";
import classes from "./CaseReport.module.css";

/** What identifies the files of a case, so that nobody can take others for them. */
export function ReportedFiles({ report }: { readonly report: CaseReport }) {
	const { case_id, leaks, packshot, result } = report;
	const sha256 = result?.case_sha256 ?? null;
	const examinedWith = result?.packshot ?? null;
	return (
		<>
			<p>
				A file's SHA-256 is a number that is computed from it and that practically no other file shares, so it
				shows whether a file is the one that was examined.
			</p>
			<table className={classes.files}>
				<thead>
					<tr>
						<th scope="col">File</th>
						<th scope="col">SHA-256</th>
					</tr>
				</thead>
				<tbody>
					{leaks.map((leak) => (
						<tr key={leak.leak}>
							<td>
								Leak {leak.leak}: <bdi className={classes.fileName}>{leak.name ?? "without a name"}</bdi>,{" "}
								{formatSize(leak.size_bytes)}
							</td>
							<td>
								<code>{leak.sha256}</code>
							</td>
						</tr>
					))}
					{sha256 === null ? null : (
						<tr>
							<td>Case file</td>
							<td>
								<code>{sha256}</code>
							</td>
						</tr>
					)}
				</tbody>
			</table>
			<p className={classes.small}>
				{examinedWith === null ? "" : `Examined with Packshot ${examinedWith}, `}
				{examinedWith === null ? "Report" : "report"} written by Packshot {packshot}.
				{sha256 === null
					? null
					: " An expert who is given the case file can repeat the comparison anywhere, without access to the service, with:"}
			</p>
			{sha256 === null ? null : (
				<code className={classes.command}>
					packshot trace --case packshot-{case_id}.tar --sha256 {sha256}
				</code>
			)}
		</>
	);
}

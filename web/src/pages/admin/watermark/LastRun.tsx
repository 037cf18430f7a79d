import { pageFailure } from "../../../api/failure.ts";
import type { Run } from "../../../api/shapes.ts";
import { countInWords, formatCount } from "../../../format/credits.ts";
import { formatDuration } from "../../../format/sizes.ts";
import { Disclosure } from "../../../parts/Disclosure.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import classes from "./Watermark.module.css";

const ENDED = { done: "Last reprocessed", stopped: "Ended early", failed: "Failed" } as const;

/** The outcome of the last run. */
export function LastRun({ run }: { readonly run: Run }) {
	const { state, ended_at, prepared, completed, failed, failures, failure, worked_ms, by } = run;
	if (state === "going" || state === "paused") return null;
	const figures = [
		`${formatCount(prepared)} reprocessed`,
		...(completed > 0 ? [`${formatCount(completed)} completed`] : []),
		...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
		formatDuration(worked_ms),
	];
	return (
		<div className={classes.last}>
			{failure && state === "failed" ? (
				<FailureNotice error={pageFailure(failure)} title="It failed" />
			) : null}
			<p className={classes.quiet}>
				{ENDED[state]} {ended_at === null ? null : <Moment at={ended_at} />} for{" "}
				<bdi>{by ?? "the command line"}</bdi>: {figures.join(" · ")}
			</p>
			{failures.length === 0 ? null : (
				<Disclosure
					about=" of reprocessing"
					summary={`${countInWords(failed, "picture")} that could not be reprocessed`}
				>
					<ul className={classes.failures}>
						{failures.map(({ barcode, variant, reason }) => (
							<li key={`${barcode} ${variant}`}>
								<code>
									{barcode} {variant}
								</code>{" "}
								{reason}
							</li>
						))}
					</ul>
				</Disclosure>
			)}
		</div>
	);
}

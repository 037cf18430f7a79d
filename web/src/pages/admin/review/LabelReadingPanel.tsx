import { Button, NativeSelect, Progress } from "@mantine/core";
import { useState } from "react";
import { POLLED, useAction, useRoute } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { countInWords } from "../../../format/credits.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Surface } from "../../../parts/Page.tsx";
import classes from "./Review.module.css";

const BUSY_MS = 2000;
const ENTERING = [
	{ value: "", label: "Nothing enters the catalogue" },
	...[0.99, 0.98, 0.95, 0.9].map((from) => ({
		value: String(from),
		label: `What is at least ${Math.round(100 * from)} % certain enters it`,
	})),
];

/** How many labels have not been read, and the reading of them. Nothing is shown where there is nothing to read, and nothing was. */
export function LabelReadingPanel() {
	const labels = useRoute(
		"GET /admin/labels",
		{},
		{
			refetchInterval: ({ state }) => (state.data?.run?.state === "going" ? BUSY_MS : POLLED.refetchInterval),
		},
	);
	const begin = useAction("POST /admin/labels");
	const stop = useAction("POST /admin/labels/stop");
	const isAdministrator = useSession().data?.account?.roles.includes("administrator") ?? false;
	const [enterFrom, setEnterFrom] = useState("");
	if (!labels.data) return <FailureNotice error={labels.error} onRetry={() => labels.refetch()} />;
	const { unread, run } = labels.data;
	if (unread === 0 && run === null) return null;
	const isGoing = run?.state === "going";
	return (
		<Surface
			actions={
				isGoing ? (
					<Button loading={stop.isPending} onClick={() => stop.mutate()} variant="default">
						Stop reading
					</Button>
				) : (
					<Button
						disabled={unread === 0}
						loading={begin.isPending}
						onClick={() => begin.mutate({ body: enterFrom === "" ? {} : { enter_from: Number(enterFrom) } })}
						variant="default"
					>
						Read labels
					</Button>
				)
			}
			description="What the catalogue lacks and a back says, such as its nutrition panel, is suggested below. It takes some 20 seconds a picture."
			title={unread === 0 ? "All backs have been read" : `${countInWords(unread, "back")} to read`}
		>
			<FailureNotice error={begin.error ?? stop.error} />
			{isAdministrator && !isGoing && unread > 0 ? (
				<NativeSelect
					data={ENTERING}
					description="Filled fields stay, and what concerns kosher waits for a person."
					label="Without a review"
					maw={420}
					onChange={({ currentTarget }) => setEnterFrom(currentTarget.value)}
					value={enterFrom}
				/>
			) : null}
			{run ? (
				<>
					{isGoing ? (
						<Progress aria-label="Labels read" value={(100 * run.read) / Math.max(1, run.total)} />
					) : null}
					<p className={classes.quiet}>
						{countInWords(run.read, "back")} read: {countInWords(run.suggested, "suggestion")}
						{run.enter_from === null
							? ""
							: `, ${countInWords(run.entered, "value")} entered from ${Math.round(100 * run.enter_from)} % on`}
						{run.refused > 0 ? `, ${run.refused} not readable` : ""}.
					</p>
					{run.failure === null ? null : <p className={classes.stale}>{run.failure}</p>}
				</>
			) : null}
		</Surface>
	);
}

import { Stack } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { Link } from "react-router";
import { type IssueKind, useRoute } from "../../../api/routes.ts";
import { formatCount } from "../../../format/credits.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { EmptyState } from "../../../parts/Listing.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import classes from "./Catalogue.module.css";
import { issueWords } from "./issue-words.ts";

const GROUPS: readonly (readonly [title: string, groups: readonly IssueKind["group"][]])[] = [
	["Look at these first", ["conflict", "barcode", "hechsher", "mark", "quality"]],
	["Matters of custom", ["custom"]],
	["What is missing", ["missing"]],
];

/** Data that somebody should check, by kind. */
export function DataIssues() {
	const issues = useRoute("GET /admin/catalogue/doubtful");
	if (issues.error) return <FailureNotice error={issues.error} onRetry={() => issues.refetch()} />;
	if (!issues.data)
		return (
			<Surface flush>
				<WaitingRows rows={8} />
			</Surface>
		);
	const kinds = issues.data.data;
	if (kinds.length === 0)
		return (
			<Surface>
				<EmptyState icon={IconCircleCheck} title="Nothing is doubtful" />
			</Surface>
		);
	return (
		<Stack gap="1.5rem">
			{GROUPS.map(([title, groups]) => {
				const shown = kinds.filter(({ group }) => groups.includes(group));
				if (shown.length === 0) return null;
				return (
					<Surface flush key={title} title={title}>
						<ul className={classes.kinds}>
							{shown.map((kind) => (
								<Kind key={kind.kind} kind={kind} />
							))}
						</ul>
					</Surface>
				);
			})}
		</Stack>
	);
}

function Kind({ kind: { kind, count, is_about } }: { readonly kind: IssueKind }) {
	const { name, advice } = issueWords(kind);
	return (
		<li>
			<Link to={`/admin/catalogue/doubtful/${encodeURIComponent(kind)}`}>
				<Stack gap={0} miw={0}>
					<strong>{name}</strong>
					<span className="note">{advice}</span>
				</Stack>
				<strong className="figures">{`${is_about ? "about " : ""}${formatCount(count)}`}</strong>
			</Link>
		</li>
	);
}

import { Anchor } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { EmptyState, Listing } from "../../../parts/Listing.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { issueWords } from "./issue-words.ts";

type WorkListProps<Row> = Pick<ComponentProps<typeof Listing<Row>>, "columns" | "query" | "rowKey"> & {
	readonly kind: string;
	/** What is said besides the advice. */
	readonly note?: string | undefined;
	/** Above the list. */
	readonly children?: ReactNode;
};

/** What one kind of data issue is about, and the way back to all kinds. */
export function WorkList<Row>({ kind, note, children, ...list }: WorkListProps<Row>) {
	const { name, advice } = issueWords(kind);
	return (
		<Surface
			actions={
				<Anchor component={Link} to="/admin/catalogue/doubtful">
					Whole work list
				</Anchor>
			}
			description={note === undefined ? advice : `${advice} ${note}`}
			flush
			title={name}
		>
			{children}
			<Listing {...list} isDense more="Show more" name={name} waiting={8}>
				{list.query.hasNextPage ? null : <EmptyState icon={IconCircleCheck} title="All of these are done" />}
			</Listing>
		</Surface>
	);
}

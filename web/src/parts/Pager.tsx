import { Group, Pagination, Text } from "@mantine/core";
import { formatCount } from "../format/credits.ts";
import classes from "./Pager.module.css";

interface PagerProps {
	readonly pagination: {
		readonly page: number;
		readonly per_page: number;
		readonly total: number;
		readonly total_pages: number;
	};
	readonly onPage: (page: number) => void;
	/** What is counted: `entry`, `entries`. */
	readonly noun: readonly [one: string, many: string];
}

/** Which rows are shown, and buttons for the others; no buttons if one page has all. */
export function Pager({ pagination, onPage, noun }: PagerProps) {
	const { page, per_page, total, total_pages } = pagination;
	const first = (page - 1) * per_page + 1;
	const last = Math.min(page * per_page, total);
	const counted = `${formatCount(total)} ${noun[total === 1 ? 0 : 1]}`;
	return (
		<Group className={classes.pager} component="nav" gap="sm" justify="space-between">
			<Text c="dimmed" className="figures" size="sm">
				{total_pages > 1 ? `${formatCount(first)}–${formatCount(last)} of ${counted}` : counted}
			</Text>
			{total_pages > 1 ? (
				<Pagination
					getControlProps={(control) => ({ "aria-label": `${control} page` })}
					getItemProps={(number) => ({ "aria-label": `Page ${number}` })}
					onChange={onPage}
					siblings={1}
					size="sm"
					total={total_pages}
					value={page}
				/>
			) : null}
		</Group>
	);
}

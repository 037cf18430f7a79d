import { Group, Skeleton, Stack } from "@mantine/core";
import classes from "./Waiting.module.css";

/** Placeholder for rows being fetched. Screen readers hear one word instead of empty boxes. */
export function WaitingRows({ rows = 4 }: { readonly rows?: number }) {
	return (
		<div className={classes.rows} role="status">
			<span className="unseen">Loading</span>
			<Stack aria-hidden="true" gap="md">
				{Array.from({ length: rows }, (_, row) => `row ${row}`).map((key) => (
					<Group justify="space-between" key={key} wrap="nowrap">
						<Skeleton height={14} width="46%" />
						<Skeleton height={14} width="18%" />
						<Skeleton height={14} width="14%" />
					</Group>
				))}
			</Stack>
		</div>
	);
}

/** Placeholder for a whole page being fetched. */
export function WaitingPage() {
	return (
		<div role="status">
			<span className="unseen">Loading</span>
			<Stack aria-hidden="true" gap="lg">
				<Skeleton height={30} width={220} />
				<Skeleton height={190} radius="lg" />
			</Stack>
		</div>
	);
}

import { Anchor, Skeleton } from "@mantine/core";
import { Link } from "react-router";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Ago } from "../../../parts/Moment.tsx";
import { MoreLink } from "../../../parts/MoreLink.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { ImportStateBadge } from "../imports/ImportStateBadge.tsx";
import { nameOf } from "../imports/import-state.ts";
import { useImports } from "../imports/use-imports.ts";
import classes from "./AdminOverview.module.css";

const SHOWN = 5;

/** The newest imports and their states. */
export function NewestImports() {
	const imports = useImports({}, SHOWN);
	const rows = imports.data?.data ?? [];
	return (
		<Surface actions={<MoreLink to="/admin/imports">All imports</MoreLink>} title="Newest imports">
			{imports.error ? <FailureNotice error={imports.error} onRetry={() => imports.refetch()} /> : null}
			{imports.isPending ? <Skeleton height={60} /> : null}
			{imports.data && rows.length === 0 ? (
				<p className={classes.none}>Nothing has been imported yet.</p>
			) : null}
			<ul className={classes.events}>
				{rows.map((batch) => (
					<li key={batch.import_id}>
						<Anchor className={classes.event} component={Link} to={`/admin/imports/${batch.import_id}`}>
							<bdi dir="auto">{nameOf(batch)}</bdi>
						</Anchor>
						<span className={classes.who}>
							<Ago at={batch.created_at} /> <ImportStateBadge batch={batch} />
						</span>
					</li>
				))}
			</ul>
		</Surface>
	);
}

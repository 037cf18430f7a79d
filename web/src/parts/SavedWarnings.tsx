import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import classes from "./SavedWarnings.module.css";

/** What was saved although it will probably not have the intended effect. */
export function SavedWarnings({ warnings = [] }: { readonly warnings: readonly string[] | undefined }) {
	if (warnings.length === 0) return null;
	return (
		<Alert color="marigold" icon={<IconAlertTriangle />} role="status" title="Saved, but please check">
			<ul className={classes.warnings}>
				{warnings.map((warning) => (
					<li key={warning}>{warning}</li>
				))}
			</ul>
		</Alert>
	);
}

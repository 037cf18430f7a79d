import { IconArrowRight } from "@tabler/icons-react";
import type { PortalEvent } from "../../../api/routes.ts";
import classes from "./Activity.module.css";

/** The values before and after. */
export function ChangeList({ changes }: Pick<PortalEvent, "changes">) {
	if (changes.length === 0) return null;
	return (
		<dl className={classes.changes}>
			{changes.map(({ name, before, after }) => (
				<div key={name}>
					<dt>{name}</dt>
					<dd>
						{before === null ? null : (
							<>
								<bdi className="quiet">{before}</bdi>
								<IconArrowRight aria-label="to" className={classes.arrow} role="img" size={14} stroke={1.8} />
							</>
						)}
						<bdi>{after}</bdi>
					</dd>
				</div>
			))}
		</dl>
	);
}

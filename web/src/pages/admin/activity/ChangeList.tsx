import { IconArrowRight } from "@tabler/icons-react";
import type { PortalEvent } from "../../../api/routes.ts";
import { Moment } from "../../../parts/Moment.tsx";
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
								<span className="quiet">
									<Value text={before} />
								</span>
								<IconArrowRight aria-label="to" className={classes.arrow} role="img" size={14} stroke={1.8} />
							</>
						)}
						<Value text={after} />
					</dd>
				</div>
			))}
		</dl>
	);
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

function Value({ text }: { readonly text: string }) {
	return MOMENT.test(text) ? <Moment at={text} /> : <bdi>{text}</bdi>;
}

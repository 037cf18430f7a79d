import type { AdminOverview } from "../../../api/routes.ts";
import { Ago } from "../../../parts/Moment.tsx";
import { Surface } from "../../../parts/Page.tsx";
import classes from "./AdminOverview.module.css";

type Attempt = NonNullable<AdminOverview["backups"]["backup"]>;

/** The last regular backup, and the last one restored on trial; nothing where there never was one. */
export function Backups({ backups: { backup, drill } }: Pick<AdminOverview, "backups">) {
	if (!backup) return null;
	return (
		<Surface title="Backups">
			<ul className={classes.events}>
				<Line attempt={backup} name="Last backup" />
				{drill ? <Line attempt={drill} name="Last restored on trial" /> : null}
			</ul>
		</Surface>
	);
}

function Line({ attempt, name }: { readonly attempt: Attempt; readonly name: string }) {
	const { failure, made, began_at, last_success_at } = attempt;
	return (
		<li>
			<span className={classes.event}>
				<strong>
					{name} {failure === null ? "succeeded" : "failed"}
				</strong>
				: <bdi dir="auto">{failure ?? made}</bdi>
			</span>
			<span className={classes.who}>
				<Ago at={began_at} />
				{failure === null ? null : last_success_at === null ? (
					", never succeeded"
				) : (
					<>
						, last success <Ago at={last_success_at} />
					</>
				)}
			</span>
		</li>
	);
}

import { WideAndNarrow } from "../../../parts/WideAndNarrow.tsx";
import { useShownKey } from "../KeyPage.tsx";
import { AccessFacts } from "./AccessFacts.tsx";
import { KeyFigures } from "./KeyFigures.tsx";
import { NextStep } from "./NextStep.tsx";
import classes from "./Overview.module.css";
import { RecentCalls } from "./RecentCalls.tsx";
import { Refusals } from "./Refusals.tsx";
import { Spend } from "./Spend.tsx";
import { SpendingForm } from "./SpendingForm.tsx";

/** Balance, spending and failures of a key, and the limits set by its owner. */
export function Overview() {
	const key = useShownKey();
	const { client_id, state } = key;
	return (
		<div className={classes.overview}>
			<NextStep apiKey={key} />
			<KeyFigures apiKey={key} />
			<WideAndNarrow>
				<Spend clientId={client_id} />
				<Refusals clientId={client_id} />
			</WideAndNarrow>
			<RecentCalls apiKey={key} />
			<div className={classes.columns}>
				{state === "active" ? <SpendingForm apiKey={key} key={client_id} /> : null}
				<AccessFacts apiKey={key} />
			</div>
		</div>
	);
}

import { Alert, Button } from "@mantine/core";
import { IconCoins } from "@tabler/icons-react";
import { Link } from "react-router";
import { useShownKey } from "../KeyPage.tsx";
import { AccessFacts } from "./AccessFacts.tsx";
import { Figures } from "./Figures.tsx";
import classes from "./Overview.module.css";
import { SpendingForm } from "./SpendingForm.tsx";

/** Balance, today's figures and the limits that the owner sets. */
export function Overview() {
	const key = useShownKey();
	const isActive = key.state === "active";
	return (
		<div className={classes.overview}>
			{isActive && key.credit_balance === 0 ? (
				<Alert color="petrol" icon={<IconCoins />} title="This key has no credits yet" variant="light">
					<div className={classes.start}>
						<span>
							Ask for a first top-up. Listing products, balance and usage are free of charge until then.
						</span>
						<Button component={Link} size="sm" to="top-ups">
							Ask for credits
						</Button>
					</div>
				</Alert>
			) : null}
			<Figures apiKey={key} />
			<div className={classes.columns}>
				{isActive ? <SpendingForm apiKey={key} key={key.client_id} /> : null}
				<AccessFacts apiKey={key} />
			</div>
		</div>
	);
}

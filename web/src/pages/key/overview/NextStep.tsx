import { Alert, Button } from "@mantine/core";
import { IconCoins } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Key } from "../../../api/shapes.ts";
import { creditsInWords } from "../../../format/credits.ts";
import classes from "./Overview.module.css";

/** What the owner should do now, if anything: a key without credits, or one that will soon have none. */
export function NextStep({ apiKey }: { readonly apiKey: Key }) {
	const { state, credit_balance, balance_is_low, low_balance_credits } = apiKey;
	if (state !== "active") return null;
	if (credit_balance === 0) {
		return (
			<Step title="This key has no credits">
				Calls that cost credits are refused. Listings, balance and usage are still free of charge.
			</Step>
		);
	}
	if (!balance_is_low || low_balance_credits === null) return null;
	return (
		<Step title={`${creditsInWords(credit_balance)} left`}>
			That is below your mark of {creditsInWords(low_balance_credits)}.
		</Step>
	);
}

function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
	return (
		<Alert color="marigold" icon={<IconCoins />} title={title} variant="light">
			<div className={classes.start}>
				<span>{children}</span>
				<Button component={Link} size="sm" to="top-ups">
					Ask for credits
				</Button>
			</div>
		</Alert>
	);
}

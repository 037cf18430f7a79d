import { Badge } from "@mantine/core";
import classes from "./StateBadge.module.css";

const colors: ReadonlyMap<string, string> = new Map(
	Object.entries({
		active: "green",
		approved: "green",
		requested: "marigold",
		low: "marigold",
		waiting: "marigold",
		revoked: "gray",
		expired: "gray",
		withdrawn: "gray",
		delivered: "green",
		failing: "marigold",
		failed: "red",
		off: "red",
		"webhook-off": "red",
		rejected: "red",
		disabled: "red",
		running: "marigold",
		identified: "green",
		paid: "green",
		processing: "marigold",
	}),
);

const words: ReadonlyMap<string, string> = new Map(
	Object.entries({
		requested: "Waiting",
		low: "Low balance",
		off: "Switched off",
		"webhook-off": "Webhook off",
		account: "Buys in the pages",
		open: "Not paid yet",
		processing: "Money on its way",
		draft: "Not traced yet",
		running: "Tracing",
		identified: "Key named",
	}),
);

/** A small badge: what stands out about something. */
export function Mark({ color, children }: { readonly color: string; readonly children: string }) {
	return (
		<Badge color={color} size="sm">
			{children}
		</Badge>
	);
}

/** The state of a key or an account: one word for it on every page, to whoever sees it. */
export function KeyState({ of: { state, balance_is_low } }: KeyStateProps) {
	return <StateBadge state={state === "active" && balance_is_low ? "low" : state} />;
}

interface KeyStateProps {
	readonly of: { readonly state: string; readonly balance_is_low: boolean };
}

/** A state as a word and a colour; the word alone is sufficient. */
export function StateBadge({ state }: { readonly state: string }) {
	return (
		<Badge className={classes.badge} color={colors.get(state) ?? "gray"}>
			{words.get(state) ?? `${state.slice(0, 1).toUpperCase()}${state.slice(1)}`}
		</Badge>
	);
}

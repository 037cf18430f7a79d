import { type Session, useAction, useRoute } from "../../api/routes.ts";
import { ActionButton } from "../../parts/ActionButton.tsx";
import { type Column, Listing } from "../../parts/Listing.tsx";
import { Ago, Moment } from "../../parts/Moment.tsx";
import { Surface } from "../../parts/Page.tsx";
import { Mark } from "../../parts/StateBadge.tsx";
import classes from "./AccountPage.module.css";

const columns: readonly Column<Session>[] = [
	{
		name: "Where",
		isTitle: true,
		cell: (session) => (
			<div title={session.user_agent}>
				<span className={classes.name}>
					{browserName(session.user_agent)}
					{session.is_current ? <Mark color="green">This one</Mark> : null}
				</span>
			</div>
		),
	},
	{ name: "Address", cell: ({ address }) => <span className="figures">{address}</span> },
	{ name: "Signed in", cell: ({ created_at }) => <Moment at={created_at} /> },
	{ name: "Last seen", cell: ({ last_seen_at }) => <Ago at={last_seen_at} /> },
	{
		name: "Actions",
		isActions: true,
		cell: (session) => (session.is_current ? null : <End session={session} />),
	},
];

export function SessionsSection() {
	const sessions = useRoute("GET /sessions");
	const endOthers = useAction("DELETE /sessions");
	const rows = sessions.data?.data ?? [];
	return (
		<Surface
			actions={
				rows.length > 1 ? (
					<ActionButton act={endOthers} done="You are signed out everywhere else.">
						Sign out everywhere else
					</ActionButton>
				) : null
			}
			description="Where you are signed in."
			flush
			title="Sessions"
		>
			<Listing
				columns={columns}
				name="Sessions"
				query={sessions}
				rowKey={({ session_id }) => session_id}
				waiting={2}
			/>
		</Surface>
	);
}

function End({ session }: { readonly session: Session }) {
	const end = useAction("DELETE /sessions/{session_id}", { path: { session_id: session.session_id } });
	return (
		<ActionButton
			act={end}
			aria-label={`Sign out ${browserName(session.user_agent)} at ${session.address}`}
			done="Signed out."
			size="xs"
		>
			Sign out
		</ActionButton>
	);
}

/** Newer browsers also claim to be older ones, hence the order. */
const browsers = [
	[/\bEdg(?:e|A|iOS)?\//, "Edge"],
	[/\bOPR\//, "Opera"],
	[/\bSamsungBrowser\//, "Samsung Internet"],
	[/\bFirefox\/|\bFxiOS\//, "Firefox"],
	[/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, "Chrome"],
	[/\bSafari\//, "Safari"],
] as const;

const systems = [
	[/\bWindows\b/, "Windows"],
	[/\b(?:iPhone|iPad)\b/, "iOS"],
	[/\bAndroid\b/, "Android"],
	[/\bMac OS X\b/, "macOS"],
	[/\bCrOS\b/, "ChromeOS"],
	[/\bLinux\b/, "Linux"],
] as const;

/** The common name of a browser: `Firefox on Windows`. The full user agent is in its title, so that a wrong guess does not mislead. */
export function browserName(userAgent: string): string {
	const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "Unknown browser";
	const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
	return system ? `${browser} on ${system}` : browser;
}

import { Anchor, Badge, Button } from "@mantine/core";
import { IconCheck, IconCircle } from "@tabler/icons-react";
import { Link } from "react-router";
import type { RouteAnswer } from "../../../../../src/routes.ts";
import { useAction, useRoute } from "../../../api/routes.ts";
import { Disclosure } from "../../../parts/Disclosure.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { notifyFailure } from "../../../parts/toast.tsx";
import { TestMail } from "../service/TestMail.tsx";
import classes from "./CheckList.module.css";

type Point = RouteAnswer<"GET /admin/checklist">["data"][number];

interface Words {
	readonly title: string;
	readonly why: string;
	/** The page on which it is done. */
	readonly page: readonly [path: string, name: string];
}

const WORDS: Readonly<Record<Point["check"], Words>> = {
	address: {
		title: "Public address",
		why: "Links in mail and signed URLs start with it; it should be an https address.",
		page: ["/admin/settings#address", "Set it"],
	},
	mail: {
		title: "Mail",
		why: "Links to set a password, warnings about low balances and digests are mailed.",
		page: ["/admin/settings#mail", "Set it"],
	},
	credit: {
		title: "Price of a credit",
		why: "Account holders see it where they ask for credits.",
		page: ["/admin/settings", "Settings"],
	},
	prices: {
		title: "Prices",
		why: "The first charge freezes them: after that, a change is announced 30 days ahead.",
		page: ["/admin/prices", "Prices"],
	},
	watermark: {
		title: "Visible mark",
		why: "Pictures imported from now on get it; those imported before have to be reprocessed.",
		page: ["/admin/watermark", "Watermark"],
	},
	rights: {
		title: "Rights in pictures",
		why: "Every delivered picture carries who made it and what it may be used for.",
		page: ["/admin/rights", "Rights"],
	},
	storefront: {
		title: "Storefront",
		why: "Public pages of the catalogue, for visitors and search engines.",
		page: ["/admin/storefront#storefront", "Storefront"],
	},
	backups: {
		title: "Backups",
		why: "Every night to another place, and one restored every week to see that it works.",
		page: ["/admin/settings#backups", "Set them"],
	},
	two_factor: {
		title: "Two-factor sign-in",
		why: "Each administrator needs more than a password to sign in.",
		page: ["/account", "Account"],
	},
	second_administrator: {
		title: "A second administrator",
		why: "Somebody has to be able to help one who is locked out.",
		page: ["/admin/accounts", "Accounts"],
	},
	catalogue: {
		title: "First products",
		why: "Import tables and pictures as you have them.",
		page: ["/admin/imports", "Imports"],
	},
};

/** What is left to do before going live; nothing once all is done or dismissed. */
export function CheckList() {
	const list = useRoute("GET /admin/checklist");
	if (list.error) return <FailureNotice error={list.error} onRetry={() => list.refetch()} />;
	const points = list.data?.data ?? [];
	const open = points.filter(({ state }) => state === "open");
	const closed = points.filter(({ state }) => state !== "open");
	if (open.length === 0) return null;
	return (
		<Surface
			description="packshot doctor --live checks more, from the server itself."
			title={`Before you go live (${open.length} left)`}
		>
			<ul>
				{open.map((point) => (
					<OpenPoint key={point.check} point={point} />
				))}
			</ul>
			{closed.length > 0 ? (
				<Disclosure about=" of the check-list" summary={`${closed.length} done or dismissed`}>
					<ul>
						{closed.map((point) => (
							<ClosedPoint key={point.check} point={point} />
						))}
					</ul>
				</Disclosure>
			) : null}
		</Surface>
	);
}

function OpenPoint({ point }: { readonly point: Point }) {
	const { title, why, page } = WORDS[point.check];
	const dismiss = useAction("PUT /admin/checklist/{check}", { path: { check: point.check } });
	return (
		<li className={classes.point}>
			<IconCircle aria-hidden="true" className={classes.icon} size={18} />
			<div className={classes.words}>
				<strong>{title}</strong> <span className="note">{why}</span>
				<Found point={point} />
			</div>
			<div className={classes.actions}>
				<Anchor component={Link} to={page[0]}>
					{page[1]}
				</Anchor>
				{point.check === "mail" && point.found !== null ? <TestMail /> : null}
				<Button
					aria-label={`Dismiss: ${title}`}
					loading={dismiss.isPending}
					onClick={() => dismiss.mutate({ body: { is_dismissed: true } }, { onError: notifyFailure })}
					size="compact-sm"
					variant="subtle"
				>
					Dismiss
				</Button>
			</div>
		</li>
	);
}

function ClosedPoint({ point }: { readonly point: Point }) {
	const { title } = WORDS[point.check];
	const bringBack = useAction("PUT /admin/checklist/{check}", { path: { check: point.check } });
	const isDone = point.state === "done";
	return (
		<li className={classes.point}>
			<IconCheck aria-hidden="true" className={classes.icon} size={18} />
			<div className={classes.words}>
				<strong>{title}</strong> {isDone ? null : <Badge>dismissed</Badge>}
				<Found point={point} />
			</div>
			{isDone ? null : (
				<Button
					aria-label={`Bring back: ${title}`}
					loading={bringBack.isPending}
					onClick={() => bringBack.mutate({ body: { is_dismissed: false } }, { onError: notifyFailure })}
					size="compact-sm"
					variant="subtle"
				>
					Bring back
				</Button>
			)}
		</li>
	);
}

function Found({ point: { found } }: { readonly point: Point }) {
	return found === null ? null : <div className="note">{found}</div>;
}

import { formatAgo, formatMoment, formatUtc } from "../format/dates.ts";
import classes from "./Moment.module.css";

/** A moment in the reader's time zone; the exact UTC time is in the title. */
export function Moment({ at }: { readonly at: string }) {
	return (
		<time className={classes.moment} dateTime={at} title={`${formatUtc(at)} UTC`}>
			{formatMoment(at)}
		</time>
	);
}

/** A moment in UTC, to the second; the reader's own time is in the title. */
export function UtcMoment({ at }: { readonly at: string }) {
	return (
		<time className={classes.moment} dateTime={at} title={`${formatMoment(at)} in your time zone`}>
			{formatUtc(at)}
		</time>
	);
}

export function Ago({ at }: { readonly at: string }) {
	return (
		<time className={classes.moment} dateTime={at} title={formatMoment(at)}>
			{formatAgo(at, Date.now())}
		</time>
	);
}

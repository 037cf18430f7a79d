import type { Key } from "../../../api/shapes.ts";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import classes from "./AccessFacts.module.css";

/** What the operator has decided about this key. */
export function AccessFacts({ apiKey }: { readonly apiKey: Key }) {
	const { tier, created_at, expires_at, locks, allow_ip } = apiKey;
	return (
		<Surface description="Set by the operator of this service." title="Access">
			<Facts layout="lines">
				<Fact name="Tier">{tier === "enterprise" ? "Enterprise" : "Standard"}</Fact>
				<Fact name="Created">
					<Moment at={created_at} />
				</Fact>
				<Fact name="Expires">{expires_at === null ? "Never" : <Moment at={expires_at} />}</Fact>
				<Fact name="May call from">{allow_ip.length === 0 ? "Any address" : <Codes texts={allow_ip} />}</Fact>
				<Fact name="Locked">{locks.length === 0 ? "Nothing" : <Codes texts={locks} />}</Fact>
			</Facts>
		</Surface>
	);
}

function Codes({ texts }: { readonly texts: readonly string[] }) {
	return (
		<span className={classes.codes}>
			{texts.map((text) => (
				<code key={text}>{text}</code>
			))}
		</span>
	);
}

import { Button } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { Link } from "react-router";
import type { Call } from "../../../api/shapes.ts";
import { causeOf } from "../../../format/refusals.ts";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { Identifier } from "../../../parts/Identifier.tsx";
import { ChargeLines } from "../ChargeLines.tsx";
import { useShownKey } from "../KeyPage.tsx";
import classes from "./Calls.module.css";
import { endpointOf } from "./endpoint-of.ts";

/** The cost and origin of a call, with a link for repeating it. */
export function CallDetails({ call }: { readonly call: Call }) {
	const key = useShownKey();
	const endpoint = endpointOf(call);
	return (
		<div className={classes.details}>
			<div className={classes.outcome}>
				{call.error === null ? null : (
					<p>
						<code className={classes.code}>{call.error}</code> {causeOf(call.error).advice}
					</p>
				)}
				<ChargeLines lines={call.lines} />
				{call.status < 400 && call.lines.length === 0 ? <p>Free of charge.</p> : null}
				{endpoint && key.state === "active" ? (
					<Button
						component={Link}
						leftSection={<IconPlayerPlay aria-hidden="true" size={15} />}
						size="xs"
						to={`../try?${new URLSearchParams({ endpoint: endpoint.id, ...(call.barcode === null ? {} : { barcode: call.barcode }) })}`}
						variant="default"
					>
						Run again in Try it
					</Button>
				) : null}
			</div>
			<Facts layout="pairs">
				<Fact name="Route">
					<code className={classes.code}>
						{call.method} {call.route}
					</code>
				</Fact>
				<Fact name="From">{call.address}</Fact>
				<Fact name="Request">
					<Identifier id={call.request_id} name="request id" />
				</Fact>
			</Facts>
		</div>
	);
}

import { Badge, Button } from "@mantine/core";
import { IconLink, IconPlayerPlay } from "@tabler/icons-react";
import { Link } from "react-router";
import { Method } from "./Method.tsx";
import classes from "./Operation.module.css";
import { Path } from "./Path.tsx";
import { PriceTag } from "./Prices.tsx";
import type { Operation } from "./view/operations.ts";
import type { Price } from "./view/prices.ts";

interface OperationHeadProps {
	readonly operation: Operation;
	readonly charged: readonly Price[] | undefined;
	readonly tryIn: string | undefined;
}

/** The name, address and price of a call, with a link to try it. */
export function OperationHead({ operation, charged, tryIn }: OperationHeadProps) {
	const { id, method, path, summary, isDeprecated, endpoint, charges } = operation;
	const canTry = endpoint.runsElsewhere === undefined && !path.includes("{token}");
	return (
		<header className={classes.head}>
			<div className={classes.title}>
				<h2 id={id} tabIndex={-1}>
					{summary}
				</h2>
				<a aria-label={`Link to ${summary}`} className={classes.link} href={`#${id}`}>
					<IconLink aria-hidden="true" size={15} stroke={1.8} />
				</a>
				{isDeprecated ? (
					<Badge color="marigold" radius="sm" variant="light">
						Deprecated
					</Badge>
				) : null}
			</div>
			<div className={classes.line}>
				<code className={classes.path}>
					<Method>{method}</Method> <Path>{path}</Path>
				</code>
				<PriceTag isFree={charges.length === 0} prices={charged} />
				{canTry && tryIn !== undefined ? (
					<Button
						className={classes.try}
						component={Link}
						leftSection={<IconPlayerPlay size={14} />}
						size="xs"
						to={`/keys/${tryIn}/try?endpoint=${id}`}
						variant="light"
					>
						Try it
					</Button>
				) : null}
			</div>
		</header>
	);
}

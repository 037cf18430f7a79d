import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import type { LedgerEntry } from "../../api/routes.ts";
import { countInWords } from "../../format/credits.ts";

interface OrderNameProps {
	readonly order: NonNullable<LedgerEntry["order"]>;
	/** The reader's own active key with which the order was placed; undefined: the order cannot be opened. */
	readonly clientId: string | undefined;
}

/** An order in a line of charges or calls. */
export function OrderName({ order: { order_id, name, found_count }, clientId }: OrderNameProps) {
	const words =
		name === null ? (
			"Order"
		) : (
			<>
				Order <bdi>{name}</bdi>
			</>
		);
	return (
		<span>
			{clientId === undefined ? (
				words
			) : (
				<Anchor component={Link} inherit to={`/orders/${order_id}?key=${clientId}`}>
					{words}
				</Anchor>
			)}{" "}
			· {countInWords(found_count, "product")}
		</span>
	);
}

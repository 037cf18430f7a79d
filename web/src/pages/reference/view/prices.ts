import type { PriceList } from "../../../api/reference.ts";
import type { Operation } from "./operations.ts";

export interface Price {
	readonly action: string;
	readonly credits: number;
	readonly description: string;
}

export function pricesOf({ charges }: Pick<Operation, "charges">, list: PriceList): readonly Price[] {
	return charges.flatMap((action) => {
		const credits = list.actions[action];
		return credits === undefined
			? []
			: [{ action, credits, description: list.descriptions[action] ?? action }];
	});
}

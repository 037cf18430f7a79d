import { usePriceList } from "../../api/reference.ts";
import { Inline } from "../../parts/Prose.tsx";
import classes from "./CallIndex.module.css";
import { MethodAndPath } from "./MethodAndPath.tsx";
import { PriceTag } from "./Prices.tsx";
import referenceClasses from "./Reference.module.css";
import type { Group } from "./view/operations.ts";
import { pricesOf } from "./view/prices.ts";

export function CallIndex({ groups }: { readonly groups: readonly Group[] }) {
	const prices = usePriceList().data;
	return groups.map((group) => (
		<section aria-labelledby={groupAnchor(group)} className={referenceClasses.shared} key={group.name}>
			<h2 id={groupAnchor(group)} tabIndex={-1}>
				{group.name}
			</h2>
			<p>
				<Inline>{group.description}</Inline>
			</p>
			<ul>
				{group.operations.map((operation) => (
					<li className={classes.call} key={operation.id}>
						<code className={classes.path}>
							<MethodAndPath method={operation.method} path={operation.path} />
						</code>
						<a className={classes.summary} href={`#${operation.id}`}>
							{operation.summary}
						</a>
						<PriceTag
							isFree={operation.charges.length === 0}
							prices={prices && pricesOf(operation, prices)}
						/>
					</li>
				))}
			</ul>
		</section>
	));
}

export function groupAnchor({ name }: Group): string {
	return `calls-${name.toLowerCase()}`;
}

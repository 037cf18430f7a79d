import { Anchor, Progress } from "@mantine/core";
import { Link } from "react-router";
import { type CoverageScope, useRoute } from "../../../api/routes.ts";
import { formatCount, formatPercent } from "../../../format/credits.ts";
import { productWord } from "../../../format/products.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { WaitingPage } from "../../../parts/Waiting.tsx";
import classes from "./Catalogue.module.css";

/** How much of the catalogue has each scope, and each field of it. */
export function Coverage() {
	const coverage = useRoute("GET /admin/catalogue/coverage");
	if (coverage.error) return <FailureNotice error={coverage.error} onRetry={() => coverage.refetch()} />;
	if (!coverage.data) return <WaitingPage />;
	const { products, scopes } = coverage.data;
	return (
		<div className={classes.scopes}>
			{scopes.map((scope) => (
				<Scope key={scope.scope} products={products} scope={scope} />
			))}
		</div>
	);
}

function Scope({ products, scope }: { readonly products: number; readonly scope: CoverageScope }) {
	const missing = products - scope.products;
	return (
		<Surface
			description={
				<>
					{formatCount(scope.products)} of {formatCount(products)} products
					{missing > 0 ? (
						<>
							{" · "}
							<Anchor component={Link} to={`/admin/catalogue?missing=${scope.scope}`}>
								{formatCount(missing)} without
							</Anchor>
						</>
					) : null}
				</>
			}
			title={`${productWord(scope.scope)}: ${shareText(scope.products, products)}`}
		>
			<dl className={classes.bars}>
				{scope.fields.map(({ field, products: held }) => (
					<div key={field}>
						<dt>{productWord(field)}</dt>
						<dd>
							<Progress aria-hidden="true" color="petrol.5" size={10} value={share(held, products) * 100} />
						</dd>
						<dd className="figures" title={`${formatCount(held)} products`}>
							{shareText(held, products)}
						</dd>
					</div>
				))}
			</dl>
		</Surface>
	);
}

function share(held: number, products: number): number {
	return products === 0 ? 0 : held / products;
}

/** Whole percents, except that a non-zero share is never shown as none, nor a partial one as all. */
function shareText(held: number, products: number): string {
	const part = share(held, products);
	if (part > 0 && part < 0.01) return `<${formatPercent(0.01)}`;
	if (part > 0.99 && part < 1) return `>${formatPercent(0.99)}`;
	return formatPercent(Math.round(100 * part) / 100);
}

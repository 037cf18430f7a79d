import { Button, CloseButton, Drawer, Group, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedValue, useDisclosure } from "@mantine/hooks";
import { IconAdjustmentsHorizontal, IconPhotoSearch, IconSearch } from "@tabler/icons-react";
import { type ReactNode, useMemo } from "react";
import {
	KEPT,
	type Key,
	type ProductCard,
	type ProductFilters,
	usePages,
	useRoute,
} from "../../api/routes.ts";
import { WithPayingKey } from "../../basket/WithPayingKey.tsx";
import { ScanButton } from "../../camera/ScanButton.tsx";
import { formatCount } from "../../format/credits.ts";
import { countsOf } from "../../format/filter-counts.ts";
import { METADATA, VARIANTS } from "../../format/product-words.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { EmptyState } from "../../parts/Listing.tsx";
import { NearWords } from "../../parts/NearWords.tsx";
import { PageHead, Surface } from "../../parts/Page.tsx";
import { SkipToResults } from "../../parts/SkipLink.tsx";
import { useTypedText } from "../../parts/TypedText.tsx";
import { changed, useAddress } from "../../parts/use-address.ts";
import { WaitingPage } from "../../parts/Waiting.tsx";
import classes from "./Find.module.css";
import { FindFilters } from "./FindFilters.tsx";
import { ProductGrid } from "./ProductGrid.tsx";
import { filterCount, searchOf, sortOf, withoutFilters } from "./search-state.ts";

/** Product search by text and filters, all of which are in the URL. */
export function Find() {
	const head = (keySelect: ReactNode) => (
		<PageHead
			actions={keySelect}
			description="Names, brands and small pictures are free."
			name="Find products"
		/>
	);
	return (
		<WithPayingKey head={head} isByBalance>
			{(key) => <Finder key={key.client_id} payingKey={key} />}
		</WithPayingKey>
	);
}

function Finder({ payingKey }: { readonly payingKey: Key }) {
	const [address, change] = useAddress();
	const [isOpen, drawer] = useDisclosure(false);
	const filters = useRoute("GET /keys/{client_id}/product-filters", {
		path: { client_id: payingKey.client_id },
	});
	const count = filterCount(address);
	const counts = useCounts(payingKey.client_id, address);
	const panel = filters.data ? (
		<FindFilters address={address} counts={counts} filters={filters.data} onChange={change} />
	) : null;
	const clear = count > 0 && (
		<Button onClick={() => change(withoutFilters)} size="compact-sm" variant="subtle">
			Clear filters
		</Button>
	);
	return (
		<div className={classes.finder}>
			<search className={classes.top}>
				<SearchField address={address} />
				<Button
					className={classes.open}
					leftSection={<IconAdjustmentsHorizontal aria-hidden="true" size={18} />}
					onClick={drawer.open}
					variant="default"
				>
					{count > 0 ? `Filters (${count})` : "Filters"}
				</Button>
			</search>
			<SkipToResults to="results" />
			<aside aria-label="Filters" className={classes.panel}>
				<div className={classes.panelHead}>
					<h2>Filters</h2>
					{clear}
				</div>
				{panel}
			</aside>
			<Drawer
				closeButtonProps={{ "aria-label": "Close the filters" }}
				onClose={drawer.close}
				opened={isOpen}
				position="right"
				size={300}
				title="Filters"
			>
				{panel}
				<Group gap={8} justify="flex-end" pt="1.25rem">
					{clear}
					<Button onClick={drawer.close}>Show products</Button>
				</Group>
			</Drawer>
			<div className={classes.results} id="results" tabIndex={-1}>
				<Results address={address} clientId={payingKey.client_id} selection={openSelection(filters.data)} />
			</div>
		</div>
	);
}

/** Counting every letter that is typed would use up the counts of a minute. */
const COUNTING_MS = 400;

/** The counts beside the filters; none where they cannot be fetched, as nobody waits for them. */
function useCounts(clientId: string, address: URLSearchParams) {
	const [asked] = useDebouncedValue(address.toString(), COUNTING_MS);
	const counts = useRoute(
		"GET /keys/{client_id}/product-counts",
		{ path: { client_id: clientId }, query: searchOf(new URLSearchParams(asked)) },
		{ ...KEPT, staleTime: 60_000, retry: false },
	);
	return useMemo(() => countsOf(counts.error ? undefined : counts.data), [counts.error, counts.data]);
}

/** Long enough that a word typed without a pause results in one search. */
const TYPING_MS = 120;

function SearchField({ address }: { readonly address: URLSearchParams }) {
	const [, change] = useAddress();
	const ask = (typed: string) => change((now) => changed(now, "q", typed));
	const [text, type] = useTypedText(address.get("q") ?? "", ask, TYPING_MS);
	return (
		<TextInput
			aria-label="Search for products"
			autoComplete="off"
			autoFocus
			className={classes.field}
			enterKeyHint="search"
			leftSection={<IconSearch aria-hidden="true" size={18} />}
			maxLength={200}
			onChange={({ currentTarget }) => type(currentTarget.value)}
			placeholder="Name, brand or barcode"
			rightSection={
				text === "" ? (
					<ScanButton isSingle onScan={type} />
				) : (
					<CloseButton aria-label="Clear the search" onClick={() => type("")} size="sm" />
				)
			}
			size="md"
			spellCheck={false}
			value={text}
		/>
	);
}

/** If something is locked, requesting everything would be refused, so the unlocked parts are listed. */
function openSelection(filters: ProductFilters | undefined): Selection {
	if (!filters || (filters.scopes.length === METADATA.length && filters.variants.length === VARIANTS.length))
		return {};
	const hasPictures = filters.variants.length > 0;
	return {
		include: [...filters.scopes, ...(hasPictures ? ["images"] : [])],
		...(hasPictures ? { variants: filters.variants } : {}),
	} as Selection;
}

type Selection = Parameters<typeof ProductGrid>[0]["selection"];

interface ResultsProps {
	readonly address: URLSearchParams;
	readonly clientId: string;
	readonly selection: Selection;
}

function Results({ address, clientId, selection }: ResultsProps) {
	const found = usePages(
		"GET /keys/{client_id}/products",
		{ path: { client_id: clientId }, query: { ...searchOf(address), ...sortOf(address), per_page: 36 } },
		KEPT,
	);
	if (found.error && !found.data)
		return <FailureNotice error={found.error} onRetry={found.refetch} title="The search failed" />;
	if (!found.data) return <WaitingPage />;
	const { data: products, pages } = found.data;
	const suggested = pages.flatMap((page) => page.suggested);
	if (products.length === 0)
		return <NoneFound address={address} selection={selection} suggested={suggested} />;
	return (
		<div aria-busy={found.isPlaceholderData}>
			<div className={classes.resultsHead}>
				<p aria-live="polite" className={classes.count} role="status">
					{found.hasNextPage
						? `About ${formatCount(Math.max(pages[0]?.roughly ?? 0, products.length))} products`
						: `${formatCount(products.length)} ${products.length === 1 ? "product" : "products"}`}
					<NearWords pages={pages} />
				</p>
				<Sorting address={address} />
			</div>
			<ProductGrid products={products} selection={selection} />
			{found.isFetchNextPageError ? (
				<FailureNotice error={found.error} title="More products could not be loaded" />
			) : null}
			{found.hasNextPage ? (
				<Button
					display="block"
					mt="1.25rem"
					mx="auto"
					loading={found.isFetchingNextPage}
					onClick={() => void found.fetchNextPage()}
					variant="default"
				>
					Show more
				</Button>
			) : null}
		</div>
	);
}

function Sorting({ address }: Pick<ResultsProps, "address">) {
	const [, change] = useAddress();
	return (
		<NativeSelect
			aria-label="Sort by"
			data={[
				{ value: "", label: "Best matches" },
				{ value: "name", label: "By name" },
				{ value: "newest", label: "Newest first" },
			]}
			onChange={({ currentTarget: { value } }) => change((now) => changed(now, "sort", value))}
			size="sm"
			value={sortOf(address).sort ?? ""}
		/>
	);
}

interface NoneFoundProps extends Omit<ResultsProps, "clientId"> {
	readonly suggested: readonly ProductCard[];
}

function NoneFound({ address, selection, suggested }: NoneFoundProps) {
	if (suggested.length > 0)
		return (
			<>
				<p className={classes.count} role="status">
					No product has this barcode. Did you mean:
				</p>
				<ProductGrid products={suggested} selection={selection} />
			</>
		);
	return (
		<Surface>
			<div role="status">
				<EmptyState icon={IconPhotoSearch} title="No product found">
					{filterCount(address) > 0
						? "Try fewer filters or another word."
						: "Try the beginning of a word, a brand or a barcode."}
				</EmptyState>
			</div>
		</Surface>
	);
}

import { skipToken } from "@tanstack/react-query";
import {
	type CurrentSession,
	KEPT,
	type Key,
	type OrderSummary,
	useRoute,
	useRoutes,
} from "../api/routes.ts";
import { keyPath, payers, usePayingKey } from "../basket/paying-key.ts";
import { countInWords } from "../format/credits.ts";
import { formatMoment } from "../format/dates.ts";
import { type AdminPage, mayOpen } from "./admin-pages.ts";
import { adminGroupsOf, ownGroupsOf } from "./navigation.ts";

export interface Found {
	readonly to: string;
	readonly title: string;
	readonly detail: string;
	/** Whether it needs a full page load. */
	readonly isDocument?: boolean;
}

export interface FoundGroup {
	readonly name: string;
	readonly found: readonly Found[];
	/** Whether it is not known yet, so that more may follow. */
	readonly isWaiting?: boolean;
	readonly error?: unknown;
}

/** Of each kind; the page of the kind finds the rest. */
const MOST = 5;

/** What a text finds among everything that a person may open: each kind by the search of its own page. @param asked without spaces around it; empty for the pages only. */
export function useFound(session: CurrentSession, asked: string): readonly FoundGroup[] {
	const kinds = [useOwn(session, asked), useForOthers(session, asked), useProducts(session, asked)].flat();
	const pages = { name: "Pages", found: pagesAmong(session, asked, useRoute("GET /keys").data?.data ?? []) };
	return [pages, ...(asked === "" ? [] : kinds)];
}

function pagesAmong(session: CurrentSession, asked: string, keys: readonly Key[]): readonly Found[] {
	const { account } = session;
	const groups = [...(account ? adminGroupsOf(account) : []), ...ownGroupsOf(session, keys.length > 0)];
	return groups
		.flatMap(({ name = "", pages }) =>
			pages.map(({ name: title, to, isDocument = false }) => ({ to, title, detail: name, isDocument })),
		)
		.filter(({ title }) => has(title, asked));
}

/** Lists and orders of the account, and its keys. */
function useOwn({ account }: CurrentSession, asked: string): readonly FoundGroup[] {
	const isAsked = { enabled: asked !== "" };
	const keys = useRoute("GET /keys");
	const lists = useRoute("GET /lists", {}, isAsked);
	const buyers = keys.data ? payers(keys.data) : [];
	const orders = useRoutes(
		"GET /keys/{client_id}/orders",
		buyers.map(({ client_id }) => ({ path: { client_id }, query: { per_page: 100 } })),
		isAsked,
	);
	const ordered = orders.flatMap(({ data }, at) =>
		(data?.data ?? []).map((order) => foundOrder(order, buyers[at]?.client_id ?? "")),
	);
	const listed = (lists.data?.data ?? []).map(({ list_id, name, barcode_count }) => ({
		to: `/lists/${list_id}`,
		title: name,
		detail: countInWords(barcode_count, "product"),
	}));
	const held = (keys.data?.data ?? []).map(foundKey);
	return [
		{
			name: "Orders",
			found: among(ordered, asked),
			isWaiting: orders.some(({ isLoading }) => isLoading),
			error: orders.find(({ error }) => error)?.error,
		},
		{ name: "Lists", found: among(listed, asked), isWaiting: lists.isLoading, error: lists.error },
		// Who may see all keys finds the own among them.
		...(account && mayOpen(account, "/admin/clients") ? [] : [{ name: "Keys", found: among(held, asked) }]),
	];
}

function foundOrder({ order_id, name, created_at, line_count }: OrderSummary, key: string): Found {
	const title = name ?? `Order of ${formatMoment(created_at)}`;
	const detail = `${formatMoment(created_at)} · ${countInWords(line_count, "product")}`;
	return { to: `/orders/${order_id}?key=${key}`, title, detail };
}

function foundKey(key: Pick<Key, "client_id" | "client_name" | "is_account">): Found {
	return { to: keyPath(key), title: key.client_name, detail: key.client_id };
}

/** Accounts, keys and cases, for those whose work they are. */
function useForOthers({ account }: CurrentSession, asked: string): readonly FoundGroup[] {
	const may = (page: AdminPage) => account !== null && mayOpen(account, page);
	const isFor = (page: AdminPage) => may(page) && asked !== "";
	const search = { search: asked };
	const accounts = useRoute(
		"GET /admin/accounts",
		isFor("/admin/accounts") ? { query: { ...search, per_page: MOST } } : skipToken,
		KEPT,
	);
	const keys = useRoute(
		"GET /admin/clients",
		isFor("/admin/clients") ? { query: { ...search, limit: MOST } } : skipToken,
		KEPT,
	);
	const cases = useRoute(
		"GET /admin/traces",
		isFor("/admin/trace") ? { query: { ...search, per_page: MOST } } : skipToken,
		KEPT,
	);
	return [
		{
			...stateOf("Accounts", accounts),
			found: (accounts.data?.data ?? []).map(({ email, name }) => ({
				to: `/admin/accounts?search=${encodeURIComponent(email)}`,
				title: name ?? email,
				detail: name === null ? "" : email,
			})),
		},
		...(may("/admin/clients")
			? [
					{
						...stateOf("Keys", keys),
						found: (keys.data?.data ?? []).map(({ client_id, client_name, is_account, owner }) => ({
							to: `/keys/${client_id}`,
							title: client_name,
							detail: is_account ? "The account's credits" : (owner?.email ?? client_id),
						})),
					},
				]
			: []),
		{
			...stateOf("Cases", cases),
			found: (cases.data?.data ?? []).map(({ case_id, name, barcode }) => ({
				to: `/admin/trace/${case_id}`,
				title: name,
				detail: barcode ?? "",
			})),
		},
	];
}

/** Editors find products to edit, others as whoever pays sees them. */
function useProducts({ account }: CurrentSession, asked: string): readonly FoundGroup[] {
	const edits = account !== null && mayOpen(account, "/admin/catalogue");
	const { key } = usePayingKey();
	const edited = useRoute(
		"GET /admin/catalogue/products",
		edits && asked !== "" ? { query: { q: asked, limit: MOST } } : skipToken,
		KEPT,
	);
	const sold = useRoute(
		"GET /keys/{client_id}/products",
		!edits && key && asked !== ""
			? { path: { client_id: key.client_id }, query: { q: asked, per_page: MOST } }
			: skipToken,
		KEPT,
	);
	const [query, at] = edits ? [edited, "/admin/catalogue"] : [sold, "/find"];
	const suggested = edits ? [] : (sold.data?.suggested ?? []);
	const found = [...(query.data?.data ?? []), ...suggested].map(({ barcode, name, brand }) => ({
		to: `${at}/${barcode}`,
		title: name ?? barcode,
		detail: [brand, barcode].filter(Boolean).join(" · "),
	}));
	const all = { to: `${at}?q=${encodeURIComponent(asked)}`, title: "All that match", detail: asked };
	return [{ ...stateOf("Products", query), found: found.length < MOST ? found : [...found, all] }];
}

interface Asked {
	readonly isFetching: boolean;
	readonly error: unknown;
}

function stateOf(name: string, { isFetching, error }: Asked): Omit<FoundGroup, "found"> {
	return { name, isWaiting: isFetching, error };
}

function among(all: readonly Found[], asked: string): readonly Found[] {
	return all.filter(({ title, detail, to }) => has(`${title} ${detail} ${to}`, asked)).slice(0, MOST);
}

/** Whether every word that was typed is in a text. */
function has(text: string, asked: string): boolean {
	const lower = text.toLowerCase();
	return asked
		.toLowerCase()
		.split(/\s+/)
		.every((word) => lower.includes(word));
}

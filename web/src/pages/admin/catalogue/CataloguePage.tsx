import { Outlet, useMatch } from "react-router";
import { PageHead } from "../../../parts/Page.tsx";
import { TabLinks } from "../../../parts/TabLinks.tsx";

const tabs = [
	["", "Products"],
	["changes", "Changes"],
	["coverage", "Coverage"],
	["doubtful", "Work list"],
] as const;

/** The catalogue for editors: a heading and the tab given in the URL. */
export function CataloguePage() {
	const tabPath = useMatch("/admin/catalogue/:tab/*")?.params.tab ?? "";
	const tabName = tabs.find(([path]) => path === tabPath)?.[1] ?? "Products";
	return (
		<>
			<PageHead
				description="Every product: its data, its pictures and its changes."
				name={`${tabName} · Catalogue`}
				title="Catalogue"
			/>
			<TabLinks name="The catalogue" tabs={tabs} />
			<Outlet />
		</>
	);
}

interface NearWordsProps {
	readonly pages: readonly { readonly near_words: readonly string[] }[];
}

/** Says by which words products were found if the typed ones may be misspelt. */
export function NearWords({ pages }: NearWordsProps) {
	const words = [...new Set(pages.flatMap((page) => page.near_words))];
	if (words.length === 0) return null;
	return (
		<>
			{". Showing results for "}
			<bdi>{words.join(", ")}</bdi>.
		</>
	);
}

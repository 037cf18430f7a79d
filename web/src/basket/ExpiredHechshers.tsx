import { Mark } from "../parts/StateBadge.tsx";

/** The hechshers of a product that is held whose certificate has ended. */
export function ExpiredHechshers({ symbols = [] }: { readonly symbols?: readonly string[] | undefined }) {
	if (symbols.length === 0) return null;
	return (
		<>
			{" "}
			<Mark color="red">{`Expired: ${symbols.join(", ")}`}</Mark>
		</>
	);
}

import { Anchor, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { RouteAnswer } from "../../../../src/portal/contract/routes.ts";
import { useRoute } from "../../api/use-route.ts";
import classes from "./Propose.module.css";

const TYPING_MS = 350;

interface BarcodeFieldProps {
	readonly value: string;
	readonly error: string | undefined;
	readonly onChange: (value: string) => void;
}

/** Input for a barcode in any form, showing the product it refers to. */
export function BarcodeField({ value, error, onChange }: BarcodeFieldProps) {
	const [settled] = useDebouncedValue(value.replace(/[\s-]/g, ""), TYPING_MS);
	const read = useRoute(
		"GET /proposal-barcode",
		{ query: { barcode: settled } },
		{ enabled: /^\d{4,14}$/.test(settled), retry: false },
	);
	return (
		<div>
			<TextInput
				autoComplete="off"
				description="As printed below the bars: UPC, EAN or a produce code. Spaces do not matter."
				error={error}
				inputMode="numeric"
				label="Barcode"
				onChange={(event) => onChange(event.currentTarget.value)}
				required
				value={value}
			/>
			<p aria-live="polite" className={classes.meaning}>
				{read.data && error === undefined ? <Meaning onChange={onChange} read={read.data} /> : null}
			</p>
		</div>
	);
}

interface MeaningProps {
	readonly read: RouteAnswer<"GET /proposal-barcode">;
	readonly onChange: (value: string) => void;
}

function Meaning({ read, onChange }: MeaningProps) {
	const { suggestion } = read;
	if (read.is_known) return <>The catalogue has this product{read.barcode ? ` as ${read.barcode}` : ""}.</>;
	if (suggestion !== null) {
		return (
			<>
				Not in the catalogue. Did you mean{" "}
				<Anchor component="button" onClick={() => onChange(suggestion)} type="button">
					{suggestion}
				</Anchor>
				?
			</>
		);
	}
	if (read.check_digit_valid === false)
		return <>The check digit is wrong: compare the number with the package.</>;
	return <>This is a new product: it is not in the catalogue yet.</>;
}

import { Button } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { ProposableField } from "../../api/routes.ts";
import { productWord } from "../../format/products.ts";
import { FactInput } from "./FactInput.tsx";
import type { Typed } from "./given-fields.ts";
import classes from "./Propose.module.css";

interface FactSectionsProps {
	readonly fields: readonly ProposableField[];
	readonly typed: Typed;
	readonly problems: Typed;
	readonly onType: (name: string, text: string) => void;
}

/** All fields that can be proposed, in one section per scope; collapsed until needed. */
export function FactSections(props: FactSectionsProps) {
	const scopes = [...new Set(props.fields.map(({ scope }) => scope))];
	return (
		<div className={classes.sections}>
			{scopes.map((scope) => (
				<Section key={scope} scope={scope} {...props} />
			))}
		</div>
	);
}

function Section({ scope, fields, typed, problems, onType }: FactSectionsProps & { readonly scope: string }) {
	const own = fields.filter((field) => field.scope === scope);
	const isOf = (name: string) => name.startsWith(`${scope}.`);
	const filled = Object.entries(typed).filter(([name, text]) => isOf(name) && text.trim() !== "").length;
	const hasProblem = Object.keys(problems).some(isOf);
	return (
		<details className={classes.section} open={hasProblem || undefined}>
			<summary>
				<IconChevronDown aria-hidden="true" size={18} stroke={1.7} />
				<span>{productWord(scope)}</span>
				<span className={classes.quiet}>{filled === 0 ? "Nothing yet" : `${filled} filled in`}</span>
			</summary>
			{scope === "hechshers" ? (
				<Hechshers fields={own} onType={onType} problems={problems} typed={typed} />
			) : (
				<div className={classes.fields}>
					{own.map((field) => (
						<FactInput
							field={field}
							key={field.field}
							name={`${scope}.${field.field}`}
							{...{ typed, problems, onType }}
						/>
					))}
				</div>
			)}
		</details>
	);
}

/** As many hechshers as the package shows. */
function Hechshers({ fields, typed, problems, onType }: FactSectionsProps) {
	const [count, setCount] = useState(1);
	return (
		<>
			{Array.from({ length: count }, (_, place) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: positions are never reordered
				<fieldset className={classes.fields} key={place}>
					<legend>Hechsher {place + 1}</legend>
					{fields.map((field) => (
						<FactInput
							field={field}
							key={field.field}
							name={`hechshers.${place}.${field.field}`}
							{...{ typed, problems, onType }}
						/>
					))}
				</fieldset>
			))}
			<Button
				className={classes.more}
				leftSection={<IconPlus aria-hidden="true" size={17} />}
				onClick={() => setCount(count + 1)}
				size="sm"
				variant="default"
			>
				Another hechsher
			</Button>
		</>
	);
}

import { type Endpoint, textOf, type Values } from "../../../calls/endpoint.ts";
import { CodeSamples } from "../../../parts/CodeSamples.tsx";
import { Surface } from "../../../parts/Surface.tsx";

interface CodeViewProps {
	readonly endpoint: Endpoint;
	readonly values: Values;
	readonly clientId: string;
}

/** The same call as a shell command and as programs, including sign-in. */
export function CodeView({ endpoint, values, clientId }: CodeViewProps) {
	return (
		<Surface description="Ready to run: just put the key's secret in PACKSHOT_API_KEY." title="As code">
			<CodeSamples
				caller={{ origin: location.origin, clientId }}
				endpoint={endpoint}
				values={withExamples(endpoint, values)}
			/>
		</Surface>
	);
}

/** Until a required field is filled in, the code shows an example instead. */
function withExamples({ fields }: Endpoint, values: Values): Values {
	const missing = fields.filter(({ name, isRequired }) => isRequired && textOf(values, name) === "");
	const examples = missing.map(({ name, example, options }) => [name, example ?? options?.[0]]);
	return { ...values, ...Object.fromEntries(examples) };
}

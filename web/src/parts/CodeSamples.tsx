import { codeSamples, type Language, languages } from "../calls/code-samples.ts";
import type { Caller } from "../calls/curl.ts";
import type { Endpoint, Values } from "../calls/endpoint.ts";
import { CodeBlock } from "./CodeBlock.tsx";
import classes from "./CodeSamples.module.css";
import { useRemembered } from "./use-remembered.ts";

interface CodeSamplesProps {
	readonly endpoint: Endpoint;
	readonly values: Values;
	readonly caller: Caller;
}

/** A call as code. The chosen language applies to all calls, also on later visits. */
export function CodeSamples({ endpoint, values, caller }: CodeSamplesProps) {
	const [chosen, choose] = useRemembered<Language>("packshot-language", "curl");
	const samples = codeSamples(endpoint, values, caller);
	const language = samples[chosen] === undefined ? "curl" : chosen;
	return (
		<CodeBlock
			code={samples[language] ?? ""}
			head={
				<fieldset aria-label="Language" className={classes.languages}>
					{languages.map((one) =>
						samples[one] === undefined ? null : (
							<button
								aria-pressed={one === language}
								className={classes.language}
								key={one}
								onClick={() => choose(one)}
								type="button"
							>
								{one}
							</button>
						),
					)}
				</fieldset>
			}
			name={language === "curl" ? "curl command" : `${language} code`}
		/>
	);
}

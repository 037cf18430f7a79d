import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { CodeBlock } from "../../../parts/CodeBlock.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { curlOf } from "./curl.ts";
import { type Endpoint, ownValues, textOf, type Values } from "./endpoint.ts";
import { apiRequest } from "./request.ts";
import { sdkProgram } from "./sdk-call.ts";

interface CodeViewProps {
	readonly endpoint: Endpoint;
	readonly values: Values;
	readonly clientId: string;
}

/** The same call for a terminal and for a program. */
export function CodeView({ endpoint, values, clientId }: CodeViewProps) {
	const [language, setLanguage] = useState("curl");
	// Until a barcode is given the code shows where it goes.
	const shown = { ...values, barcode: textOf(values, "barcode") || "BARCODE" };
	const code =
		language === "curl"
			? curlOf(apiRequest(endpoint, shown), location.origin)
			: sdkProgram(endpoint.sdk(ownValues(endpoint, shown)), location.origin, clientId);
	return (
		<Surface
			actions={
				<SegmentedControl
					aria-label="Language"
					data={[
						{ value: "curl", label: "curl" },
						{ value: "sdk", label: "TypeScript" },
					]}
					onChange={setLanguage}
					size="xs"
					value={language}
				/>
			}
			title="As code"
		>
			<CodeBlock code={code} name={language === "curl" ? "curl command" : "TypeScript code"} />
		</Surface>
	);
}

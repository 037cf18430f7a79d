import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { CodeBlock } from "../../../parts/CodeBlock.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { curlOf } from "./curl.ts";
import { type Endpoint, ownValues, textOf, type Values } from "./endpoint.ts";
import { apiRequest } from "./request.ts";
import { sdkProgram } from "./sdk-call.ts";
import { sdkMethods } from "./sdk-methods.ts";

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
	const sdk = language === "sdk" ? sdkMethods[endpoint.id] : undefined;
	const code = sdk
		? sdkProgram(sdk(ownValues(endpoint, shown)), location.origin, clientId)
		: curlOf(apiRequest(endpoint, shown), location.origin);
	return (
		<Surface
			actions={
				<SegmentedControl
					aria-label="Language"
					data={[
						{ value: "curl", label: "curl" },
						{ value: "sdk", label: "TypeScript", disabled: !(endpoint.id in sdkMethods) },
					]}
					onChange={setLanguage}
					size="xs"
					value={sdk ? "sdk" : "curl"}
				/>
			}
			title="As code"
		>
			<CodeBlock code={code} name={sdk ? "TypeScript code" : "curl command"} />
		</Surface>
	);
}

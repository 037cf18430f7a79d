const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A probability as a figure: `0.3`, `2.1·10⁻⁹`. */
export function formatProbability(probability: number): string {
	if (probability >= 0.01) return `probability ${Number(probability.toFixed(2))}`;
	const [digits = "", exponent = "0"] = probability.toExponential(1).split("e");
	const raised = [...String(Math.abs(Number(exponent)))].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");
	return `probability ${digits}·10⁻${raised}`;
}

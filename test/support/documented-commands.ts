/** A block of commands in a document. */
interface Block {
	readonly commands: string;
	/** Why it cannot be run, as the document says in a comment before it. */
	readonly whyNot?: string | undefined;
}

/** Commands of a document up to the next output that is written down. */
export interface Step {
	readonly commands: string;
	/** What follows `#`; `…` stands for anything. */
	readonly output: string;
}

const BLOCK = /(?:<!-- not run: (.+?) -->\n)?^```sh\n([\s\S]*?)^```$/gm;

/** The blocks of commands of a document, in order. */
export function blocksOf(markdown: string): readonly Block[] {
	return [...markdown.matchAll(BLOCK)].map(([, whyNot, commands = ""]) => ({ commands, whyNot }));
}

/** Cuts a block where its commands are followed by their output. */
export function stepsOf(commands: string): readonly Step[] {
	const steps: { commands: string; output: string }[] = [];
	for (const line of commands.split("\n").filter((each) => each !== "")) {
		const last = steps.at(-1);
		if (/^#( |$)/.test(line) && last) last.output += `${line.slice(2)}\n`;
		else if (last && last.output === "") last.commands += `\n${line}`;
		else steps.push({ commands: line, output: "" });
	}
	return steps;
}

/** Whether what was printed holds what the document shows of it. */
export function isAsShown(shown: string, printed: string): boolean {
	// A line of a document may end where the program wrote on.
	const spaces = (space: string) => (space.includes("\n") ? "\\s*" : "\\s+");
	const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, spaces);
	return new RegExp(shown.trim().split("…").map(literal).join("[\\s\\S]*?")).test(printed);
}

/** What each block of a document is marked as, such as `sh`; empty where it is not. */
export function kindsOf(markdown: string): readonly string[] {
	const fences = [...markdown.matchAll(/^```(.*)$/gm)].map(([, kind = ""]) => kind);
	return fences.filter((_, place) => place % 2 === 0);
}

/** Between the outputs of steps: a character that no text has. */
export const MARK = "\u001e";

/** @param ports what stands for a port of the document. @returns a script that fails where a command does, and marks where each step ends */
export function scriptOf(steps: readonly Step[], ports: ReadonlyMap<string, string>): string {
	const lines = steps.map(({ commands }) => `${commands}\nprintf '${MARK}'`);
	return withPorts(`set -e -o pipefail\n${lines.join("\n")}\n`, ports);
}

/** A text with other ports, and with another folder for that of the examples. */
export function withPorts(text: string, ports: ReadonlyMap<string, string>): string {
	const told = /\b(?:808[0-2]|9464|127\.0\.0\.1:5432)\b|\/srv\b/g;
	return text.replace(told, (place) => ports.get(place) ?? place);
}
